import type { HousePeople, Person, PersonFilter } from '../../core/contract/people.ts';
import { type CsvColumns, csvTime } from '../../core/domain/csv.ts';

const pageSize = 500;
const time = (timeMs: number | null): string | null => (timeMs === null ? null : csvTime(timeMs));

/** Headers are words of the wire, in every language: programs and the import read them too. */
export const exportColumns: CsvColumns<Person> = {
  username: ({ username }) => username,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  role: ({ role }) => role,
  vip_level: ({ vipLevel }) => String(vipLevel),
  vip_until: ({ vipUntilMs }) => time(vipUntilMs),
  product: ({ productVersion }) => productVersion,
  state: ({ state }) => state,
  demo: ({ demo }) => String(demo),
  user_id: ({ id }) => id,
  created_time: ({ createdMs }) => csvTime(createdMs),
  last_sign_in_time: ({ lastSignInMs }) => time(lastSignInMs),
};

/** All who pass the filter, a page in memory at a time. */
export async function* exportPages(people: Pick<HousePeople, 'find'>, filter: PersonFilter): AsyncGenerator<readonly Person[]> {
  let after: string | undefined;
  do {
    const page = await people.find(filter, { after, limit: pageSize });
    if (page.people.length > 0) yield page.people;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
