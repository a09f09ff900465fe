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
    this._pointers.forEach((pointer, index) => this._point(logits, pointer, index, obs, latent));
    const value = this._linear("value_head", this._trunk("value", shared))[0];
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
    const maxLogit = logits.reduce((max, logit) => Math.max(max, logit), -Infinity);
    const weights = logits.map((logit) => Math.exp(logit - maxLogit));
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
  _point(logits, pointer, index, obs, latent) {
    const context = this._linear(`context.${index}`, latent);
    const bias = this._weights[`pointer_units.${index}.bias`];
    const [weight, logit_weights] = [this._weights[`pointer_units.${index}.weight`], this._weights[`pointer_logits.${index}.weight`]];
    const embeddings = this._weights[`item_embeddings.${index}`]; // item embeddings, if the bot has them
    const planes = pointer.places.length;
    const numItems = pointer.places[0].length;
    for (let item = 0; item < numItems; item++) {
      let sum = this._weights[`pointer_logits.${index}.bias`][0];
      for (let unit = 0; unit < context.length; unit++) {
        let total = context[unit] + bias[unit] + (embeddings ? embeddings[unit * numItems + item] : 0);
        for (let plane = 0; plane < planes; plane++) {
          total += weight[unit * planes + plane] * obs[pointer.places[plane][item]];
        }
        sum += logit_weights[unit] * this._activate(total);
      }
      logits[pointer.first_action + item] += sum;
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
  const body = data.subarray(0, data.length - DIGEST_BYTES);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const stored = data.subarray(data.length - DIGEST_BYTES);
  if (digest.some((byte, place) => byte !== stored[place])) refuse("the file is damaged: its checksum does not fit");
}

function parseObject(bytes, what) {
  let parsed;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", {fatal: true}).decode(bytes));
  } catch {
    refuse(`the ${what} is not JSON`);
  }
  if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed)) refuse(`the ${what} is not an object`);
  return parsed;
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
  const numItems = layout.pointers.map((pointer) => pointer.places[0].length);
  if (header.architecture.item_counts.length && numItems.join() !== header.architecture.item_counts.join()) {
    refuse(`item_counts: expected ${quoted(numItems)}, got ${quoted(header.architecture.item_counts)}`);
  }
}

function checkArchitecture(architecture) {
  const isUnits = (units) => Number.isInteger(units) && units >= 1 && units <= MAX_UNITS;
  const isLayers = (layers) => Array.isArray(layers) && layers.length <= MAX_LAYERS && layers.every(isUnits);
  const isValid =
    isLayers(architecture.hidden) &&
    (architecture.value_hidden === null || isLayers(architecture.value_hidden)) &&
    Number.isInteger(architecture.shared) && architecture.shared >= 0 && architecture.shared <= architecture.hidden.length &&
    Object.hasOwn(ACTIVATIONS, architecture.activation) &&
    typeof architecture.uses_mask === "boolean" &&
    Number.isFinite(architecture.input_clip) && architecture.input_clip >= 0 &&
    Array.isArray(architecture.planes) && architecture.planes.every(isUnits) &&
    Array.isArray(architecture.item_counts) && architecture.item_counts.every(isUnits) && [0, architecture.planes.length].includes(architecture.item_counts.length) &&
    (architecture.pointer_units === 0 ? architecture.planes.length === 0 : isUnits(architecture.pointer_units) && architecture.planes.length > 0);
  if (!isValid) refuse(`the header describes no network: ${quoted(architecture)}`);
}

function unitsOf(architecture, trunk) {
  const {hidden, shared, value_hidden: separate} = architecture;
  return trunk === "value" && separate !== null ? [...hidden.slice(0, shared), ...separate] : hidden;
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
  sizes.value_head = [1, widths("value").at(-1)];
  architecture.planes.forEach((planes, index) => {
    sizes[`pointer_units.${index}`] = [architecture.pointer_units, planes];
    sizes[`context.${index}`] = [architecture.pointer_units, latent];
    sizes[`pointer_logits.${index}`] = [1, architecture.pointer_units];
  });
  const shapes = Object.entries(sizes).flatMap(([name, size]) => [[`${name}.weight`, size], [`${name}.bias`, [size[0]]]]);
  const embeddings = architecture.item_counts.map((numItems, index) => [`item_embeddings.${index}`, [architecture.pointer_units, numItems]]);
  const normalised = architecture.input_clip ? ["mean", "scale"].map((name) => [`input.${name}`, [inputs]]) : [];
  return Object.fromEntries([...shapes, ...embeddings, ...normalised]);
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
  const tensorBytes = payload.subarray(LENGTH_BYTES + length);
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, tensorOf(name, tensors[name], shape, tensorBytes)]));
}

function tensorOf(name, info, shape, tensorBytes) {
  const [start, end] = Array.isArray(info?.data_offsets) ? info.data_offsets : [];
  const bytes = FLOAT_BYTES * shape.reduce((product, side) => product * side, 1);
  const isValid =
    info?.dtype === "F32" && String(info.shape) === String(shape) &&
    Number.isInteger(start) && start >= 0 && end === start + bytes && end <= tensorBytes.length;
  if (!isValid) refuse(`tensor ${name} is not float32 of shape ${shape}`);
  const view = new DataView(tensorBytes.buffer, tensorBytes.byteOffset + start, bytes);
  const tensor = Float32Array.from({length: bytes / FLOAT_BYTES}, (_, at) => view.getFloat32(at * FLOAT_BYTES, true));
  if (!tensor.every(Number.isFinite)) refuse(`tensor ${name} holds NaN or infinite numbers`);
  return tensor;
}

function checkView(obs, mask, header) {
  if (obs.length !== header.observation_size || mask.length !== header.actions) {
    refuse(`the view has ${obs.length} numbers and ${mask.length} of the mask, ` +
      `the bot reads ${header.observation_size} and ${header.actions}`);
  }
  if (!obs.every((value) => Number.isInteger(value) && value >= -128 && value <= 127)) {
    refuse("observation: expected integers from -128 to 127");
  }
  if (!mask.some(Boolean)) refuse("the mask offers no action, it must offer one");
}
