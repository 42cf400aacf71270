import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { houseRoles, productVersions, type Role } from '../core/domain/accounts/role.ts';
import { accountTypes } from '../core/domain/markets/instrument.ts';
import { intervals } from '../core/domain/markets/interval.ts';
import { maxNameLength, namePattern } from '../core/domain/name.ts';
import { decimalPattern, signedDecimalPattern } from '../core/domain/numbers/decimal.ts';

/** A closed list of words, as `enum` so that error messages and OpenAPI show them. */
export const oneOf = <const W extends readonly string[]>(words: W, description?: string): TUnsafe<W[number]> =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...(description === undefined ? {} : { description }) });

/** An object that refuses unknown fields. */
export const strict = <P extends Record<string, TSchema>>(properties: P, options: { description?: string } = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Unsigned decimal string in plain notation: no sign, exponent or leading zeros. */
export const Decimal = Type.String({ pattern: decimalPattern.source, maxLength: 41, examples: ['0.25'] });
export const SignedDecimal = Type.String({ pattern: signedDecimalPattern.source, maxLength: 42 });
/** Milliseconds since 1970-01-01 UTC. */
export const TimeMs = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });

export const ExchangeId = Type.String({ pattern: '^[a-z][a-z0-9-]{1,31}$' });
export const SymbolName = Type.String({ pattern: '^[A-Z0-9][A-Z0-9_.-]{0,31}$' });
export const AccountTypeName = oneOf(accountTypes);
export const IntervalName = oneOf(intervals);
/** `<plugin>/<role>`. */
export const contributedRole = '^[a-z][a-z0-9]*(-[a-z0-9]+)*/[a-z][a-z0-9]*([.-][a-z0-9]+)*$';
/** A role of the house, or one that a plugin brings; whether there is such a plugin is asked where the word is used. */
export const RoleName = Type.Unsafe<Role>({
  anyOf: [
    { type: 'string', enum: [...houseRoles] },
    { type: 'string', pattern: contributedRole, maxLength: 145 },
  ],
});
export const InstrumentIdText = Type.String({ pattern: '^[a-z][a-z0-9-]{1,31}/[A-Z0-9][A-Z0-9_.-]{0,31}/[a-z_]{1,16}$' });
const senderId = '^[A-Za-z0-9_-]{1,36}$';
/** Chosen by the sender to recognise what he repeats. */
export const SenderId = Type.String({ pattern: senderId });
export const ClientOrderId = Type.String({
  pattern: senderId,
  description:
    'Chosen by the client to recognise a repeated order. Refused (REQUEST_INVALID) are the forms by which orders of the house tell what they were sent by: risk-…, c<digits>-<digits> (copies) and s<19 hexadecimal digits>-… (strategies).',
});
export const ApiId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** Venue order ids are decimal strings: they may outgrow what a JSON number keeps exactly. */
export const OrderId = Type.String({ pattern: '^[1-9][0-9]{0,18}$' });
/** What people call a thing of theirs. Answers also have names from before this rule. */
export const Name = Type.String({ minLength: 1, maxLength: maxNameLength, pattern: namePattern.source });
export const PluginId = Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 64 });

export const ProductVersionName = oneOf(productVersions);
