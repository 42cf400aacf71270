import { accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { RouteHandlers } from '../../core/contract/server-contributions.ts';
import { termsOfUseVersion } from '../../core/domain/accounts/terms-of-use.ts';
import type { registerRoutes } from '../../schemas/wire/register.ts';
import { addressProblem, passwordProblem, usernameProblem } from './answers.ts';
import { door, mayComeIn, type RegisterParts } from './code-calls.ts';
import { letterWords } from './letters.ts';

/** How long the notice of another password is worth something, ms. */
const noticeLifeMs = 7 * 24 * 60 * 60_000;

type AccountRoutes = Pick<RouteHandlers<typeof registerRoutes>, 'register' | 'resetPassword' | 'resetPasswordEmail'>;

/** What a code opens: an account, or another password. Without a right one nothing is told of accounts that there are. */
export function accountCalls(parts: RegisterParts): AccountRoutes {
  return {
    register: async ({ query, body }) => {
      const { captcha, codes, people, platform } = parts;
      const { username, password, email, phone, code, invite_code: invite, language = platform.state.settings.language } = body;
      const [field, address] = email === undefined ? (['phone', phone ?? ''] as const) : (['email', email] as const);
      if (email !== undefined && phone !== undefined) return refused('REQUEST_INVALID', { field: 'phone', rule: 'email or phone' });
      const { problem, invitedBy } = await door(parts, invite);
      const wrong =
        problem ??
        usernameProblem(username) ??
        addressProblem(field, address) ??
        passwordProblem(password, [username, address.split('@')[0] ?? '']);
      if (wrong !== null) return denied(wrong);
      const solved = await captcha.solved(query);
      if (!solved.ok) return solved;
      const checked = await codes.check({ purpose: 'register', address, code });
      if (!checked.ok) return checked;
      const asked = { username, password, email: email ?? null, phone: phone ?? null, invitedBy, language };
      const made = await people.register({ ...asked, termsVersion: termsOfUseVersion }, async (sql) =>
        (await codes.use(checked.value, sql)) ? null : refused('CODE_WRONG', { field: 'code' }).error,
      );
      return made.ok ? accepted(null) : made;
    },
    resetPassword: ({ body: { phone, ...same } }) => reset(parts, 'phone', { ...same, address: phone }),
    resetPasswordEmail: ({ body: { email, ...same } }) => reset(parts, 'email', { ...same, address: email }),
  };
}

async function reset(
  { codes, people, deliveries, platform, environment }: RegisterParts,
  field: 'email' | 'phone',
  { address, code, password }: { readonly address: string; readonly code: string; readonly password: string },
): Promise<Outcome<null>> {
  // By the name that the address has: that of the user is looked at once the code is right.
  const wrong = addressProblem(field, address) ?? passwordProblem(password, field === 'email' ? [address.split('@')[0] ?? ''] : []);
  if (wrong !== null) return denied(wrong);
  const checked = await codes.check({ purpose: 'reset', address, code });
  if (!checked.ok) return checked;
  const gone = refused('CODE_WRONG', { field: 'code' });
  const person = await people.addressed(address);
  // Suspended, or of another address, since the code was sent.
  if (person === null || !mayComeIn(person, environment.demo)) return gone;
  const { firmName: firm } = platform.state.settings;
  const done = await people.resetPassword(person.id, password, async (sql) => {
    if (!(await codes.use(checked.value, sql))) return gone.error;
    const isBrief = person.email === null;
    const words = (language: Parameters<typeof letterWords>[1]) => letterWords('changed', language, { firm }, isBrief);
    await deliveries.send({ to: { userId: person.id }, kind: 'password', words, lifeMs: noticeLifeMs }, sql);
    return null;
  });
  return done.ok ? accepted(null) : done;
}
