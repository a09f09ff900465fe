/**
 * Reads a trained bot (.wdbot) and runs its network; no library, no server.
 *
 * `readBot(bytes, layout)` checks magic, lengths, SHA-256, header and tensors, and throws BotError with one line
 * unless it is a valid bot file for this game. `layout` is what `wd export BOT layout.json` writes.
 */

const MAGIC = [0x89, 0x77, 0x64, 0x5f, 0x65, 0x6e, 0x76, 0x0a]; // \x89wd_env\n
const FORMAT = 1;
const KIND = "wd_env bot";
const KIND_VERSION = 1;
const PREFIX_BYTES = 24;
const DIGEST_BYTES = 32;
const LENGTH_BYTES = 8; // length field of the safetensors header
const FLOAT_BYTES = 4;
const MAX_HEADER_BYTES = 2 ** 20;
const MAX_FILE_BYTES = 256 * 2 ** 20;
const MAX_UNITS = 8192;
const MAX_LAYERS = 16;
const ACTIVATIONS = {relu: (x) => Math.max(x, 0), tanh: Math.tanh};
const IDENTITY = ["game", "version", "actions_hash", "layout_hash", "observation_size", "actions"];

/** Error of an invalid bot file, or of an observation that a bot cannot use. */
export class BotError extends Error {}

/** Returns a Bot from the bytes of a file; rejects with BotError. */
export async function readBot(bytes, layout) {
  const data = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const {headerBytes, payload} = splitFile(data);
  await checkDigest(data);
  const header = parseObject(headerBytes, "header");
  checkHeader(header, layout);
  const shapes = shapesOf(header);
  return new Bot(header, tensorsOf(payload, shapes), layout);
}

/** A network that computes probabilities of legal actions from an observation. */
export class Bot {
  constructor(header, weights, layout) {
    this.header = header;
    this.layout = layout;
    this._weights = weights;
    this._architecture = header.architecture;
    this._activate = ACTIVATIONS[header.architecture.activation];
    this._pointers = header.architecture.pointer_units ? layout.pointers : [];
  }

  /**
   * Returns {logits, value} of an observation: `obs` and `mask` are integers as from the server and the environments,
   * `logits` is a Float64Array with -Infinity where the mask is 0. Throws BotError if the arrays are invalid.
   */
  evaluate(obs, mask) {
    checkView(obs, mask, this.header);
    const inputs = this._architecture.uses_mask ? [...mask, ...obs] : obs;
    const shared = this._trunk("shared", this._normalise(Float64Array.from(inputs)));
    const latent = this._trunk("policy", shared);
    const logits = this._linear("action", latent);
    this._pointers.forEach((pointer, number) => this._point(logits, pointer, number, obs, latent));
    const value = this._linear("worth", this._trunk("value", shared))[0];
    for (let action = 0; action < logits.length; action++) if (!mask[action]) logits[action] = -Infinity;
    return {logits, value};
  }

  _normalise(inputs) {
    const clip = this._architecture.input_clip;
    if (!clip) return inputs;
    const mean = this._weights["input.mean"], scale = this._weights["input.scale"];
    return inputs.map((input, place) => Math.max(-clip, Math.min(clip, (input - mean[place]) * scale[place])));
  }

  /** Returns the most probable legal action, the lowest of equals. */
  best(obs, mask) {
    const {logits} = this.evaluate(obs, mask);
    return logits.reduce((best, logit, action) => (logit > logits[best] ? action : best), mask.findIndex(Boolean));
  }

  /** Returns the probability of every action; exactly 0 where the mask is 0. */
  probabilities(obs, mask) {
    const {logits} = this.evaluate(obs, mask);
    const greatest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
    const weights = logits.map((logit) => Math.exp(logit - greatest));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  }

  _trunk(trunk, units) {
    return layersOf(this._architecture, trunk).reduce(
      (below, name) => this._linear(name, below).map(this._activate), units);
  }

  _linear(name, units) {
    const weight = this._weights[`${name}.weight`];
    const sums = Float64Array.from(this._weights[`${name}.bias`]);
    const read = [...units.keys()].filter((place) => units[place] !== 0); // most inputs are 0
    for (let row = 0; row < sums.length; row++) {
      const start = row * units.length;
      for (const place of read) sums[row] += weight[start + place] * units[place];
    }
    return sums;
  }

  /** Adds the pointer logits of the items that actions name. */
  _point(logits, pointer, number, obs, latent) {
    const context = this._linear(`context.${number}`, latent);
    const bias = this._weights[`pointed.${number}.bias`];
    const [weight, appeal] = [this._weights[`pointed.${number}.weight`], this._weights[`appeal.${number}.weight`]];
    const own = this._weights[`own.${number}`]; // item embeddings, if the bot has them
    const planes = pointer.places.length;
    const things = pointer.places[0].length;
    for (let thing = 0; thing < things; thing++) {
      let sum = this._weights[`appeal.${number}.bias`][0];
      for (let unit = 0; unit < context.length; unit++) {
        let seen = context[unit] + bias[unit] + (own ? own[unit * things + thing] : 0);
        for (let plane = 0; plane < planes; plane++) {
          seen += weight[unit * planes + plane] * obs[pointer.places[plane][thing]];
        }
        sum += appeal[unit] * this._activate(seen);
      }
      logits[pointer.first_action + thing] += sum;
    }
  }
}

function refuse(why) {
  throw new BotError(why);
}

/** Returns untrusted text for display: short, without control characters. */
function quoted(value) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 60);
}

function splitFile(data) {
  if (data.length > MAX_FILE_BYTES) refuse(`the file has ${data.length} bytes, at most ${MAX_FILE_BYTES} are read`);
  if (data.length < PREFIX_BYTES || MAGIC.some((byte, place) => data[place] !== byte)) {
    refuse("the file is not one of wd_env, or is truncated within its first bytes");
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const format = view.getUint32(8, true);
  if (format !== FORMAT) refuse(`the file has format ${format}, this version reads ${FORMAT}`);
  const headerLength = view.getUint32(12, true);
  const payloadLength = Number(view.getBigUint64(16, true));
  const expected = PREFIX_BYTES + headerLength + payloadLength + DIGEST_BYTES;
  if (data.length !== expected) refuse(`the file is damaged: ${data.length} bytes where its lengths say ${expected}`);
  if (headerLength > MAX_HEADER_BYTES) refuse(`the file has a header of ${headerLength} bytes, at most ${MAX_HEADER_BYTES}`);
  const end = PREFIX_BYTES + headerLength;
  return {headerBytes: data.subarray(PREFIX_BYTES, end), payload: data.subarray(end, end + payloadLength)};
}

async function checkDigest(data) {
  if (!globalThis.crypto?.subtle) refuse("checksums need a secure page: https, or this machine");
  const whole = data.subarray(0, data.length - DIGEST_BYTES);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  const stored = data.subarray(data.length - DIGEST_BYTES);
  if (digest.some((byte, place) => byte !== stored[place])) refuse("the file is damaged: its checksum does not fit");
}

function parseObject(bytes, what) {
  let found;
  try {
    found = JSON.parse(new TextDecoder("utf-8", {fatal: true}).decode(bytes));
  } catch {
    refuse(`the ${what} is not JSON`);
  }
  if (found === null || typeof found !== "object" || Array.isArray(found)) refuse(`the ${what} is not an object`);
  return found;
}

function checkHeader(header, layout) {
  if (header.kind !== KIND || header.kind_version !== KIND_VERSION) {
    refuse(`the file is of kind ${quoted(header.kind)} ${quoted(header.kind_version)}, not ${KIND} ${KIND_VERSION}`);
  }
  for (const name of IDENTITY) {
    if (header[name] !== layout[name]) {
      refuse(`the bot was made for ${name} ${quoted(header[name])}, this game has ${quoted(layout[name])}`);
    }
  }
  if (header.architecture?.recurrent_units) refuse("the bot is recurrent: it needs the earlier decisions of the game");
  header.architecture = {value_hidden: null, uses_mask: false, item_counts: [], input_clip: 0, ...header.architecture};
  checkArchitecture(header.architecture);
  const planes = layout.pointers.map((pointer) => pointer.places.length);
  if (header.architecture.pointer_units && planes.join() !== header.architecture.planes.join()) {
    refuse(`the bot reads planes ${quoted(header.architecture.planes)}, which this game does not have`);
  }
  const things = layout.pointers.map((pointer) => pointer.places[0].length);
  if (header.architecture.item_counts.length && things.join() !== header.architecture.item_counts.join()) {
    refuse(`the bot names ${quoted(header.architecture.item_counts)} things, which this game does not have`);
  }
}

function checkArchitecture(found) {
  const isUnits = (units) => Number.isInteger(units) && units >= 1 && units <= MAX_UNITS;
  const isLayers = (layers) => Array.isArray(layers) && layers.length <= MAX_LAYERS && layers.every(isUnits);
  const isSound =
    isLayers(found.hidden) &&
    (found.value_hidden === null || isLayers(found.value_hidden)) &&
    Number.isInteger(found.shared) && found.shared >= 0 && found.shared <= found.hidden.length &&
    Object.hasOwn(ACTIVATIONS, found.activation) &&
    typeof found.uses_mask === "boolean" &&
    Number.isFinite(found.input_clip) && found.input_clip >= 0 &&
    Array.isArray(found.planes) && found.planes.every(isUnits) &&
    Array.isArray(found.item_counts) && found.item_counts.every(isUnits) && [0, found.planes.length].includes(found.item_counts.length) &&
    (found.pointer_units === 0 ? found.planes.length === 0 : isUnits(found.pointer_units) && found.planes.length > 0);
  if (!isSound) refuse(`the header describes no network: ${quoted(found)}`);
}

function unitsOf(architecture, trunk) {
  const {hidden, shared, value_hidden: own} = architecture;
  return trunk === "value" && own !== null ? [...hidden.slice(0, shared), ...own] : hidden;
}

function layersOf(architecture, trunk) {
  const {shared} = architecture;
  const [first, last] = trunk === "shared" ? [0, shared] : [shared, unitsOf(architecture, trunk).length];
  return Array.from({length: Math.max(last - first, 0)}, (_, layer) => `${trunk}.${first + layer}`);
}

/** Returns the shape of every tensor, by name. */
function shapesOf(header) {
  const {architecture} = header;
  const inputs = header.observation_size + (architecture.uses_mask ? header.actions : 0);
  const widths = (trunk) => [inputs, ...unitsOf(architecture, trunk)];
  const sizes = {};
  for (const trunk of ["shared", "policy", "value"]) {
    for (const name of layersOf(architecture, trunk)) {
      const layer = Number(name.split(".")[1]);
      sizes[name] = [widths(trunk)[layer + 1], widths(trunk)[layer]];
    }
  }
  const latent = widths("policy").at(-1);
  sizes.action = [header.actions, latent];
  sizes.worth = [1, widths("value").at(-1)];
  architecture.planes.forEach((planes, number) => {
    sizes[`pointed.${number}`] = [architecture.pointer_units, planes];
    sizes[`context.${number}`] = [architecture.pointer_units, latent];
    sizes[`appeal.${number}`] = [1, architecture.pointer_units];
  });
  const shapes = Object.entries(sizes).flatMap(([name, size]) => [[`${name}.weight`, size], [`${name}.bias`, [size[0]]]]);
  const own = architecture.item_counts.map((things, number) => [`own.${number}`, [architecture.pointer_units, things]]);
  const normalised = architecture.input_clip ? ["mean", "scale"].map((name) => [`input.${name}`, [inputs]]) : [];
  return Object.fromEntries([...shapes, ...own, ...normalised]);
}

/** Returns the float32 tensors of exactly these shapes. */
function tensorsOf(payload, shapes) {
  if (payload.length < LENGTH_BYTES) refuse("the file holds no tensors");
  const length = Number(new DataView(payload.buffer, payload.byteOffset).getBigUint64(0, true));
  if (length > payload.length - LENGTH_BYTES) refuse("the list of tensors is longer than the file");
  const tensors = parseObject(payload.subarray(LENGTH_BYTES, LENGTH_BYTES + length), "list of tensors");
  delete tensors.__metadata__;
  const odd = [...new Set([...Object.keys(tensors), ...Object.keys(shapes)])].filter(
    (name) => !Object.hasOwn(tensors, name) || !Object.hasOwn(shapes, name));
  if (odd.length) refuse(`the file has missing or unknown tensors: ${quoted(odd)}`);
  const numbers = payload.subarray(LENGTH_BYTES + length);
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, tensorOf(name, tensors[name], shape, numbers)]));
}

function tensorOf(name, info, shape, numbers) {
  const [start, end] = Array.isArray(info?.data_offsets) ? info.data_offsets : [];
  const bytes = FLOAT_BYTES * shape.reduce((product, side) => product * side, 1);
  const isSound =
    info?.dtype === "F32" && String(info.shape) === String(shape) &&
    Number.isInteger(start) && start >= 0 && end === start + bytes && end <= numbers.length;
  if (!isSound) refuse(`tensor ${name} is not float32 of shape ${shape}`);
  const view = new DataView(numbers.buffer, numbers.byteOffset + start, bytes);
  const tensor = Float32Array.from({length: bytes / FLOAT_BYTES}, (_, at) => view.getFloat32(at * FLOAT_BYTES, true));
  if (!tensor.every(Number.isFinite)) refuse(`tensor ${name} holds NaN or infinite numbers`);
  return tensor;
}

function checkView(obs, mask, header) {
  if (obs.length !== header.observation_size || mask.length !== header.actions) {
    refuse(`the view has ${obs.length} numbers and ${mask.length} of the mask, ` +
      `the bot reads ${header.observation_size} and ${header.actions}`);
  }
  if (!obs.every((number) => Number.isInteger(number) && number >= -128 && number <= 127)) {
    refuse("the view has numbers that are not whole ones of -128..127");
  }
  if (!mask.some(Boolean)) refuse("the mask offers no action, it must offer one");
}
