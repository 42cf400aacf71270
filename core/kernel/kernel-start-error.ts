/** Everything that stopped the boot, gathered into one error so that one start shows all of it. */
export class KernelStartError extends Error {
  readonly failures: readonly string[];

  constructor(failures: readonly string[]) {
    super(`The plugins cannot start:\n${failures.map((failure) => `  - ${failure}`).join('\n')}`);
    this.name = 'KernelStartError';
    this.failures = failures;
  }
}
