/** Repeatable randomness (sfc32): the same seed and name give the same sequence on every machine. */
export class NamedRandom {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;
  #spareNormal: number | null = null;

  constructor(seed: number, name: string) {
    this.#a = seed | 0;
    this.#b = hashText(name);
    this.#c = hashText(`${seed}/${name}`);
    for (let i = 0; i < 15; i++) this.#next();
  }

  /** Evenly in [0, 1). */
  unit(): number {
    return this.#next() / 4_294_967_296;
  }

  /** Standard normal. */
  normal(): number {
    if (this.#spareNormal !== null) {
      const spare = this.#spareNormal;
      this.#spareNormal = null;
      return spare;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.unit()));
    const angle = 2 * Math.PI * this.unit();
    this.#spareNormal = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
}

/** FNV-1a, 32 bit. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
