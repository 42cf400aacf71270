import { type AppError, accepted } from '../../core/contract/app-error.ts';
import type { HousePeople, MadePerson, PersonTerms } from '../../core/contract/people.ts';
import type { RouteHandlers } from '../../core/contract/server-contributions.ts';
import type { ImportLineView, peopleRoutes } from '../../schemas/wire/people.ts';
import { noReason, noteOf } from './change-calls.ts';
import { type ImportedLine, readPeople } from './import-table.ts';

/** How administrators make many people at once. */
export function importCalls(people: Pick<HousePeople, 'check' | 'make'>): Pick<RouteHandlers<typeof peopleRoutes>, 'peopleImport'> {
  const problemsOf = async (lines: readonly ImportedLine[]): Promise<readonly (AppError | null)[]> => {
    const found = await people.check(lines.flatMap(({ read }) => (read.ok ? [read.value] : [])));
    let at = 0;
    return lines.map(({ read }) => (read.ok ? (found[at++] ?? null) : read.error));
  };
  return {
    peopleImport: async (request) => {
      const note = noteOf(request);
      if (note === null) return noReason;
      const read = readPeople(request.body.csv);
      if (!read.ok) return read;
      const lines = read.value;
      const problems = await problemsOf(lines);
      const isWhole = problems.every((problem) => problem === null);
      if (request.body.dry || !isWhole)
        return accepted({ lines: lines.map((line, at) => view(line, problems[at] ?? null, null)), made: 0 });
      // Many passwords take long to hash: when nobody waits for them any more, nobody is made.
      const made = await people.make(
        lines.flatMap(({ read: one }): readonly PersonTerms[] => (one.ok ? [one.value] : [])),
        note,
        request.gone(),
      );
      if (made.ok) return accepted({ lines: lines.map((line, at) => view(line, null, made.value[at] ?? null)), made: made.value.length });
      // Somebody was quicker than the second look: nobody was made, and this look says whose line it is.
      const later = await problemsOf(lines);
      if (later.every((problem) => problem === null)) return made;
      return accepted({ lines: lines.map((line, at) => view(line, later[at] ?? null, null)), made: 0 });
    },
  };
}

const view = ({ line, username }: ImportedLine, problem: AppError | null, made: MadePerson | null): ImportLineView => ({
  ...{ line, username },
  outcome: problem !== null ? 'refused' : made === null ? 'ready' : 'made',
  field: typeof problem?.params.field === 'string' ? problem.params.field : null,
  problem: problem === null ? null : { code: problem.number, params: { ...problem.params } },
  password: made?.password ?? null,
});
