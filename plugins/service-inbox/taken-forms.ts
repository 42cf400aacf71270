/** More than are taken of all networks in a day. */
const mostRemembered = 1_000;

/**
 * Proofs of work behind which a form was taken. A page whose answer was lost sends the form again with the same proof, and hears that
 * it was taken; nothing is stored twice. Forgotten with the process, as the proofs are.
 */
export class TakenForms {
  readonly #proofs = new Set<string>();

  has(captchaId: string): boolean {
    return this.#proofs.has(captchaId);
  }

  add(captchaId: string): void {
    this.#proofs.add(captchaId);
    const oldest = this.#proofs.values().next().value;
    if (this.#proofs.size > mostRemembered && oldest !== undefined) this.#proofs.delete(oldest);
  }
}
