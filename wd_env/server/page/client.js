/** Talks to `wd serve` from a browser or node; no dependency. The messages are in docs/protocol/messages.d.ts. */

const STREAM_TIMEOUT_MS = 25_000; // without a line of a stream, which has a heartbeat at least every 10 s
const RETRY_MS = 1_000, NO_REPLY = {code: "no_reply", message: "The server does not reply."};
const REPLY_TIMEOUT_MS = 15_000;
// a record is replayed; a bot has at most 10 minutes, the greatest budget of a server
const SLOW_REPLY_TIMEOUT_MS = {new_game: 120_000, fork: 120_000, record: 120_000, act: 660_000, analysis: 660_000};

/** An error reply of the server, with its `code`, `message` and `field`. */
export class ApiError extends Error {
  constructor({code, message, field = ""}, status = 0) {
    super(message);
    Object.assign(this, {code, field, status});
  }
}

/** A server, with its `token` if it requires one. */
export class Client {
  constructor(url = "", token = "") {
    this._url = url.replace(/\/$/, "");
    this._token = token;
    this._requests = 0;
    this._session = Math.random().toString(36).slice(2, 10); // a repeated request id counts once
  }

  /** Returns the description of the server: game, bots, rules, limits. */
  ready() {
    return this._fetch("GET", "/v1");
  }

  /** Returns a bot's action: {bot, state | record | view, seed?, greedy?, analysis?, budget_ms?}. */
  act(request) {
    return this._post("/v1/act", {type: "act", ...request});
  }

  /** Creates a game: {players: [{human} | {bot, name?}], rules?, chance?, ...}; its secrets are in the reply. */
  newGame(request) {
    return this._post("/v1/games", {type: "new_game", ...request});
  }

  /** Sends a request about a game: play, undo, fork, hand_over, analysis, scene or record. */
  inGame(type, game, secret, request = {}) {
    return this._post(`/v1/games/${encodeURIComponent(game)}`, {type, game, ...request}, secret);
  }

  /**
   * Yields the events after a line, and later ones, until the game is over. A stream that ends or breaks is resumed
   * after the last line, without repeated events; `onConnection(isConnected)` reports lost and restored connections.
   * Ends when `signal` aborts; throws ApiError.
   */
  async *events(game, secret, {after = 0, undo_count = 0, signal, onConnection = () => {}} = {}) {
    let prompt = "", isConnected;
    const alerts = new Set();
    while (!signal?.aborted) {
      isConnected = false;
      try {
        const path = `/v1/games/${encodeURIComponent(game)}/events?after=${after}&undo_count=${undo_count}`;
        for await (const event of this._lines(path, secret, signal)) {
          onConnection((isConnected = true));
          const message = JSON.stringify(event), isNotice = event.type === "alert";
          if (!isNotice) undo_count = event.undo_count ?? (event.game ? 0 : undo_count); // 0 is omitted; alerts keep theirs
          after = event.n ?? event.to ?? after;
          if (event.type === "heartbeat") continue;
          if (message === prompt || alerts.has(message)) continue;
          if (isNotice) alerts.add(message);
          if (event.type === "prompt" || event.type === "waiting") prompt = message;
          yield event;
          if (event.type === "game_over") return;
        }
      } catch (error) {
        isConnected = false;
        if (signal?.aborted) return;
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error;
      }
      if (isConnected) continue; // streams end after some seconds
      onConnection(false);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async *_lines(path, secret, signal) {
    const silence = new AbortController();
    const abort = () => silence.abort();
    signal?.addEventListener("abort", abort);
    let timer = setTimeout(abort, STREAM_TIMEOUT_MS);
    try {
      const response = await this._request("GET", path, secret, undefined, silence.signal);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ""; ; ) {
        const {done, value} = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(abort, STREAM_TIMEOUT_MS);
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines) if (line) yield JSON.parse(line);
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      silence.abort(); // close the connection when the caller stops reading
    }
  }

  _post(path, message, secret) {
    const id = `${this._session}.${++this._requests}`;
    return this._fetch("POST", path, secret, {id, ...message});
  }

  /** Returns the reply to a request; ApiError `timeout` if it does not arrive in time. */
  async _fetch(method, path, secret, message) {
    const ms = SLOW_REPLY_TIMEOUT_MS[message?.type] ?? REPLY_TIMEOUT_MS;
    const stopper = new AbortController();
    const timer = setTimeout(() => stopper.abort(), ms);
    try {
      return await (await this._request(method, path, secret, message, stopper.signal)).json();
    } catch (error) {
      if (!stopper.signal.aborted) throw error;
      throw new ApiError({code: "timeout", message: `The server did not answer within ${ms / 1_000} seconds.`}, 503);
    } finally {
      clearTimeout(timer);
    }
  }

  async _request(method, path, secret, message, signal) {
    const headers = {};
    if (message) headers["Content-Type"] = "application/json";
    if (secret) headers.Authorization = `Bearer ${secret}`;
    if (this._token) headers["wd-token"] = this._token;
    const sent = fetch(this._url + path, {method, headers, signal, body: message && JSON.stringify(message)});
    const response = await sent.catch((error) => { throw signal?.aborted ? error : new ApiError(NO_REPLY, 503); });
    if (!response.ok) throw new ApiError(await readError(response), response.status);
    return response;
  }
}

async function readError(response) {
  try {
    return await response.json();
  } catch {
    return {code: "no_reply", message: `the server replied ${response.status}`};
  }
}
