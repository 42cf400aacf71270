import { type AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Captcha } from '../../core/contract/captcha.ts';
import type { Codes } from '../../core/contract/codes.ts';
import type { Deliveries } from '../../core/contract/deliveries.ts';
import type { Invitations } from '../../core/contract/invitations.ts';
import type { HousePeople, Person } from '../../core/contract/people.ts';
import type { HousePlatform } from '../../core/contract/platform.ts';
import type { RouteHandlers } from '../../core/contract/server-contributions.ts';
import type { Environment } from '../../core/contract/server-services.ts';
import { isMail } from '../../core/domain/accounts/person-rules.ts';
import { type CodePurpose, codeLifeMs } from '../../core/domain/code-purpose.ts';
import type { Language } from '../../core/domain/language.ts';
import type { registerRoutes } from '../../schemas/wire/register.ts';
import { addressProblem, usernameProblem } from './answers.ts';
import { type LetterName, letterWords } from './letters.ts';

export interface RegisterParts {
  readonly captcha: Captcha;
  readonly codes: Codes;
  readonly deliveries: Deliveries;
  readonly invitations: Pick<Invitations, 'whose'>;
  readonly people: Pick<HousePeople, 'addressed' | 'register' | 'resetPassword'>;
  readonly platform: Pick<HousePlatform, 'state'>;
  readonly environment: Pick<Environment, 'demo'>;
}

interface Asked {
  readonly purpose: CodePurpose;
  readonly address: string;
  readonly field: 'email' | 'phone';
  readonly invite?: string | undefined;
  readonly language?: Language | undefined;
  readonly ip: string;
  readonly captcha_id: string;
  readonly captcha_value: string;
}

type CodeRoutes = Pick<
  RouteHandlers<typeof registerRoutes>,
  'registerCaptcha' | 'captchaEmail' | 'captchaPhone' | 'forgetPasswordEmail' | 'checkEmail' | 'checkPhone' | 'checkUsername'
>;

/** How guests come to a code. Whatever they type, the answer is the same: what there is to tell is told at the address. */
export function codeCalls(parts: RegisterParts): CodeRoutes {
  const judged = (problem: AppError | null): Outcome<1> => (problem === null ? accepted(1) : denied(problem));
  return {
    registerCaptcha: async () => accepted(await parts.captcha.task()),
    captchaEmail: ({ ip, query: { email, invite_code: invite, ...same } }) =>
      sendCode(parts, { ...same, ip, purpose: 'register', address: email, field: 'email', invite }),
    captchaPhone: ({ ip, query: { phone, purpose = 'register', invite_code: invite, ...same } }) =>
      sendCode(parts, { ...same, ip, purpose, address: phone, field: 'phone', invite }),
    forgetPasswordEmail: ({ ip, query: { email, ...same } }) =>
      sendCode(parts, { ...same, ip, purpose: 'reset', address: email, field: 'email' }),
    checkEmail: async ({ query }) => judged(addressProblem('email', query.email)),
    checkPhone: async ({ query }) => judged(addressProblem('phone', query.phone)),
    checkUsername: async ({ query }) => judged(usernameProblem(query.username)),
  };
}

async function sendCode(parts: RegisterParts, asked: Asked): Promise<Outcome<null>> {
  const { captcha, codes, deliveries, people, platform } = parts;
  const { purpose, address, field, ip } = asked;
  const problem = addressProblem(field, address) ?? (purpose === 'register' ? (await door(parts, asked.invite)).problem : null);
  if (problem !== null) return denied(problem);
  const solved = await captcha.solved(asked);
  if (!solved.ok) return solved;
  const { firmName: firm, language: usual } = platform.state.settings;
  const owner = await people.addressed(address);
  const letter = letterFor(purpose, owner, parts.environment.demo);
  // Never to what was typed, where somebody has the address as the house keeps it.
  const to = (owner === null ? null : owner[field]) ?? address;
  return codes.make({ purpose, address, ip }, async (code, sql) => {
    const isTold = letter === purpose;
    await deliveries.send(
      {
        to: { address: to, language: asked.language ?? usual },
        kind: isTold ? 'code' : 'account',
        words: (language) => letterWords(letter, language, { firm, code }, !isMail(address)),
        lifeMs: codeLifeMs,
      },
      sql,
    );
    return isTold;
  });
}

/** Whatever there is at the address, one letter goes there: the answer takes the same time. */
function letterFor(purpose: CodePurpose, owner: Person | null, demo: boolean): LetterName {
  if (purpose === 'register') return owner === null ? 'register' : 'taken';
  return owner !== null && mayComeIn(owner, demo) ? 'reset' : 'unknown';
}

/** People of the demo are nobody without it. */
export const mayComeIn = ({ state, demo: isOfDemo }: Person, demo: boolean): boolean => state === 'ACTIVE' && (demo || !isOfDemo);

/** Whether somebody may register now, with this invitation code; and who brings him. */
export async function door(
  { platform, invitations }: Pick<RegisterParts, 'platform' | 'invitations'>,
  invite: string | undefined,
): Promise<{ readonly problem: AppError | null; readonly invitedBy: string | null }> {
  const { registration } = platform.state.settings;
  const closed = (problem: AppError) => ({ problem, invitedBy: null });
  if (registration === 'closed') return closed(refused('REGISTRATION_CLOSED').error);
  if (invite === undefined)
    return registration === 'invite'
      ? closed(refused('INVITE_NEEDED', { field: 'invite_code' }).error)
      : { problem: null, invitedBy: null };
  const invitedBy = await invitations.whose(invite);
  return invitedBy === null ? closed(refused('INVITE_UNKNOWN', { field: 'invite_code' }).error) : { problem: null, invitedBy };
}
