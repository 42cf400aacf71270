/** Why a backup or a restore cannot be, in a sentence for whoever typed it. */
export class BackupProblem extends Error {}
