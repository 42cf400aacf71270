import type { Api } from '../../../core/contract/client-services.ts';

/** What a new platform needs, in the order in which it is done, and where. */
export const firstSteps = [
  { id: 'people', path: '/admin/users' },
  { id: 'account', path: '/user' },
  { id: 'funds', path: '/finance' },
  { id: 'venues', path: '/admin/platform' },
  { id: 'mail', path: '/admin/platform' },
  { id: 'backup', path: '/admin/operations' },
] as const;
export type FirstStep = (typeof firstSteps)[number] & { readonly done: boolean };

const section = 'firstSteps';

interface StepMemory {
  readonly loaded: boolean;
  section(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** Whether this administrator has neither done all of them nor put them away; false until the settings are here. */
export const areDue = (config: StepMemory): boolean => config.loaded && config.section(section) === undefined;

export const putAway = (config: StepMemory): void => config.set(section, { over: true });

/** As far as the server says, which counts for it and shows nobody's accounts, so that the audit has no look; a step that it does not answer for, its plugin being off, is left out. */
export async function readFirstSteps(api: Pick<Api, 'call'>): Promise<readonly FirstStep[]> {
  const [people, venues, mail, operations] = await Promise.all([
    api.call('peopleList', { query: { limit: 1 } }),
    api.call('platformVenues', {}),
    api.call('platformMail', {}),
    api.call('operationsNow', {}),
  ]);
  const backup = operations.ok ? operations.value.checks.find(({ id }) => id === 'backup') : undefined;
  const found: Readonly<Record<FirstStep['id'], boolean | undefined>> = {
    // The first is whoever set it up.
    people: people.ok ? people.value.total > 1 : undefined,
    account: venues.ok ? venues.value.some(({ opened }) => opened > 0) : undefined,
    funds: venues.ok ? venues.value.some(({ accounts }) => accounts > 0) : undefined,
    // The house's own is open always, and empty until somebody quotes in it.
    venues: venues.ok ? venues.value.some(({ kind, state }) => kind !== 'needed' && state === 'open') : undefined,
    mail: mail.ok ? mail.value.origin !== 'none' : undefined,
    // Without a detail nobody has looked yet.
    backup: backup === undefined ? undefined : backup.state === 'ok' && backup.detail !== null,
  };
  return firstSteps.flatMap((step) => {
    const done = found[step.id];
    return done === undefined ? [] : [{ ...step, done }];
  });
}
