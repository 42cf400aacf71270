/** Journal, snapshots and projection do not belong together; starting would lose or repeat commands. A person decides. */
export class RecoveryRefused extends Error {
  readonly code = 'ENGINE_RECOVERY_REFUSED';

  constructor(reason: string, cause?: Error) {
    super(`The venue cannot start: ${reason}. "npm run recover" says what is missing and what can be done`, { cause });
    this.name = 'RecoveryRefused';
  }
}
