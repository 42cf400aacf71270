import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB and two passes (OWASP's first choice); about 16 ms. */
const options = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Hashing runs on the thread pool that the journal's disk writes use too; more at once would make orders wait. */
const atOnce = 2;
const longestQueue = 200;

/** Hashes and checks passwords, a few at a time. */
export class PasswordHasher {
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #decoy: Promise<string> | null = null;

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, options));
  }

  /** False for a null hash too, after the same work: an unknown user takes as long as a wrong password. */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    this.#decoy ??= this.hash('no user has this password');
    const against = passwordHash ?? (await this.#decoy);
    const right = await this.#inTurn(() => verify(against, password));
    return right && passwordHash !== null;
  }

  /** True when so many wait that another one would time out anyway. */
  get isOverloaded(): boolean {
    return this.#waiting.length >= longestQueue;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
