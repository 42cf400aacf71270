import type { ErrorCode } from '../../contract/error-catalogue.ts';
import type { IslandContext, PostAnswer, PostTerms, SolvedWork } from '../../contract/site.ts';

/** Too old by then, or from before the server was started anew. */
const workRefused: readonly ErrorCode[] = ['LOGIN_CAPTCHA_WRONG', 'LOGIN_CAPTCHA_EXPIRED'];

/** The browser cannot do the proof of work, or was given none. */
export class WorkFailed extends Error {}

export interface SenderTerms {
  /** Gives the proof of work. */
  readonly captchaPath: string;
  readonly path: string;
}

/**
 * Sends a form behind a proof of work. One whose answer was lost is sent again with the same proof, by which the server knows a letter
 * that it has already: it is taken once.
 */
export class FormSender {
  readonly #context: Pick<IslandContext, 'post' | 'solve'>;
  readonly #terms: SenderTerms;
  #work: Promise<SolvedWork> | null = null;
  /** What was sent without an answer, and so may have been taken. */
  #open: string | null = null;

  constructor(context: Pick<IslandContext, 'post' | 'solve'>, terms: SenderTerms) {
    this.#context = context;
    this.#terms = terms;
  }

  /** Does the work behind the typing; nothing more while some is at hand. */
  prepare(): void {
    this.#begin().catch((error: unknown) => console.warn(error));
  }

  /** `letter` tells one content from another. Throws {@link WorkFailed}, and whatever `post` throws when no answer came. */
  async send(fields: FormData | Readonly<Record<string, string>>, letter: string, more: PostTerms): Promise<PostAnswer<null>> {
    const answer = await this.#once(fields, letter, more);
    return !answer.ok && workRefused.includes(answer.code) ? this.#once(fields, letter, more) : answer;
  }

  async #once(fields: FormData | Readonly<Record<string, string>>, letter: string, more: PostTerms): Promise<PostAnswer<null>> {
    const { query } = await this.#workFor(letter);
    this.#open = letter;
    const answer = await this.#context.post<null>(this.#terms.path, fields, { ...more, query });
    // Whoever has to wait is told so before the work is looked at, or afterwards: sent again it shows.
    if (answer.ok || answer.code !== 'RATE_LIMITED') {
      this.#open = null;
      this.#work = null;
    }
    return answer;
  }

  async #workFor(letter: string): Promise<SolvedWork> {
    try {
      const work = await this.#begin();
      if (this.#open === null ? work.isFresh() : this.#open === letter) return work;
      this.#work = null;
      return await this.#begin();
    } catch (error) {
      throw new WorkFailed(String(error));
    }
  }

  #begin(): Promise<SolvedWork> {
    if (this.#work === null) {
      const work = this.#context.solve(this.#terms.captchaPath);
      this.#work = work;
      work.catch(() => {
        if (this.#work === work) this.#work = null;
      });
    }
    return this.#work;
  }
}
