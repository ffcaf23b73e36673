// Hashes and random values.
const digest = (algorithm, data, key) => fromLatin1(ask("digest", algorithm, latin1(data), key && latin1(key)));
class Hash {
  #data = [];
  constructor(algorithm, key) {
    this.algorithm = algorithm;
    this.key = key;
  }
  update(data, encoding) {
    this.#data.push(Buffer.from(data, encoding));
    return this;
  }
  digest(encoding) {
    const made = Buffer.from(digest(this.algorithm, Buffer.concat(this.#data), this.key));
    return encoding ? made.toString(encoding) : made;
  }
}
const randomBytes = (count) => Buffer.from(fromLatin1(ask("random_bytes", count)));
const crypto = {
  randomUUID: () => ask("uuid"),
  getRandomValues(view) {
    bytesOf(view).set(randomBytes(view.byteLength));
    return view;
  },
  randomBytes,
  createHash: (algorithm) => new Hash(algorithm),
  createHmac: (algorithm, key) => new Hash(algorithm, bytesOf(key)),
  subtle: {
    digest: async (algorithm, data) => digest(algorithm.name ?? algorithm, bytesOf(data)).buffer,
  },
};
const modules = { crypto, buffer: { Buffer }, url: { URL, URLSearchParams } };
