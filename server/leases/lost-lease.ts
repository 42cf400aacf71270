/** Another server has taken over what this one held: its writes are refused from then on, and it must end. */
export class LostLease extends Error {
  readonly code = 'LEASE_LOST';

  constructor(holder: string | null) {
    super(
      `another server${holder === null ? '' : `, ${holder},`} has taken over the exchanges and strategies of this database; this one ends`,
    );
    this.name = 'LostLease';
  }
}
