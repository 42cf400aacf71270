/** The venue works and took this one command not, because the disk is full: nothing has happened. Cancels are still taken. */
export class NoRoom extends Error {
  readonly code = 'ENGINE_NO_ROOM';

  constructor() {
    super('the disk is full: the venue takes cancels only');
    this.name = 'NoRoom';
  }
}
