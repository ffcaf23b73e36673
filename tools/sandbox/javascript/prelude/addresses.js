// Addresses.
class URLSearchParams {
  #pairs = [];
  #changed = () => {};
  constructor(given = "", changed) {
    if (changed) this.#changed = changed;
    if (typeof given === "string") this.#pairs = ask("query_to_pairs", given.replace(/^\?/, ""));
    else for (const [name, value] of given[Symbol.iterator] ? given : Object.entries(given)) this.append(name, value);
  }
  append(name, value) {
    this.#pairs.push([String(name), String(value)]);
    this.#changed();
  }
  set(name, value) {
    const at = this.#pairs.findIndex(([known]) => known === name);
    if (at < 0) return this.append(name, value);
    this.#pairs[at][1] = String(value);
    this.#pairs = this.#pairs.filter(([known], place) => known !== name || place === at);
    this.#changed();
  }
  delete(name) {
    this.#pairs = this.#pairs.filter(([known]) => known !== name);
    this.#changed();
  }
  get(name) {
    return this.#pairs.find(([known]) => known === name)?.[1] ?? null;
  }
  getAll(name) {
    return this.#pairs.filter(([known]) => known === name).map(([, value]) => value);
  }
  has(name) {
    return this.#pairs.some(([known]) => known === name);
  }
  keys() {
    return this.#pairs.map(([name]) => name).values();
  }
  values() {
    return this.#pairs.map(([, value]) => value).values();
  }
  entries() {
    return this.#pairs.map((pair) => [...pair]).values();
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  forEach(visit) {
    for (const [name, value] of this) visit(value, name, this);
  }
  toString() {
    return ask("pairs_to_query", this.#pairs);
  }
}
class URL {
  #parts;
  constructor(address, base) {
    this.#parts = ask("address_parts", String(address), base === undefined ? null : String(base));
    if (!this.#parts) throw new TypeError(`Invalid URL: ${address}`);
    this.searchParams = new URLSearchParams(this.#parts.search, () => {
      const query = this.searchParams.toString();
      this.#parts.search = query && `?${query}`;
    });
  }
  static canParse(address, base) {
    return ask("address_parts", String(address), base === undefined ? null : String(base)) !== null;
  }
  get href() {
    const { protocol, username, password, host: place, pathname, search, hash } = this.#parts;
    const person = username && `${username}${password && `:${password}`}@`;
    return `${protocol}//${person}${place}${pathname}${search}${hash}`;
  }
  get origin() {
    return `${this.#parts.protocol}//${this.#parts.host}`;
  }
  toString() {
    return this.href;
  }
  toJSON() {
    return this.href;
  }
  static {
    for (const part of ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"])
      Object.defineProperty(this.prototype, part, {
        get() {
          return this.#parts[part];
        },
      });
  }
}
