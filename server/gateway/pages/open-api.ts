import type { TSchema } from '@sinclair/typebox';
import type { AuthenticationScheme } from '../../../core/contract/server-contributions.ts';
import type { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import { keyPrefix } from '../../../schemas/wire/api-key.ts';
import { httpBase, socketBase } from '../../../schemas/wire/index.ts';
import { rateClasses } from '../../../schemas/wire/rate-class.ts';
import type { Route } from '../../../schemas/wire/route.ts';
import { topicSocketPaths } from '../sockets/socket-paths.ts';

type Json = Readonly<Record<string, unknown>>;

/** Routes by name as an OpenAPI 3.1 document. */
export function openApiDocument(
  version: string,
  roles: Pick<RoleBook, 'roles' | 'may'>,
  routes: Readonly<Record<string, Route>>,
  schemes: readonly Pick<AuthenticationScheme, 'id' | 'prefix' | 'description'>[] = [],
): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes)) {
    const path = httpBase + route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route, roles, schemes) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tessera', version, description: socketNotes() },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token of a person who signed in' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: `${keyPrefix}…`, description: 'API key of the user menu, for scripts' },
        ...Object.fromEntries(
          schemes.map(({ id, prefix, description }) => [id, { type: 'http', scheme: 'bearer', bearerFormat: `${prefix}…`, description }]),
        ),
      },
    },
    paths,
  };
}

type Schemes = readonly Pick<AuthenticationScheme, 'id'>[];

function operation(name: string, route: Route, roles: Pick<RoleBook, 'roles' | 'may'>, schemes: Schemes): Json {
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.tag],
    description: `${accessNote(route, roles)} ${keyNote(route)} ${rateNote(route)}`,
    ...security(route, schemes),
    ...(route.key === undefined ? {} : { 'x-api-key-permission': route.key }),
    ...parameters(route),
    ...requestBody(route),
    responses: {
      ...(route.notOffered === undefined ? { 200: success(route) } : {}),
      default: { description: 'A refusal', content: { 'application/json': { schema: refusal } } },
    },
  };
}

function requestBody({ body, upload }: Route): Json {
  if (upload === undefined)
    return body === undefined ? {} : { requestBody: { required: true, content: { 'application/json': { schema: body } } } };
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: `A file of at most ${upload.mostBytes} bytes` };
  const schema = { ...upload.fields, properties: { ...upload.fields.properties, [upload.file]: file } };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

/** A guest's call takes a key too, so that its limits are those of the key's user. */
function security({ access, key }: Route, others: Schemes): Json {
  const schemes = [
    ...(access === 'public' ? [{}] : []),
    { session: [] },
    ...(key === undefined ? [] : [{ apiKey: [] }, ...others.map(({ id }) => ({ [id]: [] }))]),
  ];
  return { security: schemes };
}

const refusal = {
  type: 'object',
  required: ['code', 'data', 'msg'],
  properties: { code: { type: 'integer' }, data: { type: 'null' }, msg: { type: 'string' }, params: { type: 'object' } },
};

function success(route: Route): Json {
  if (route.media !== undefined) return { description: route.summary, content: { [route.media]: { schema: route.reply } } };
  const schema = {
    type: 'object',
    required: ['code', 'data', 'msg'],
    properties: { code: { const: 200 }, data: route.reply, msg: { type: 'string' } },
  };
  return { description: route.summary, content: { 'application/json': { schema } } };
}

function parameters({ query, dated }: Route): Json {
  const all = [...(query === undefined ? [] : queryParameters(query)), ...(dated === true ? [notAfter] : [])];
  return all.length === 0 ? {} : { parameters: all };
}

const notAfter: Json = {
  name: 'X-Not-After',
  in: 'header',
  required: false,
  description: "Milliseconds since 1970 by the server's clock (`X-Server-Time` of every answer): later than that nothing is done",
  schema: { type: 'string', pattern: '^[0-9]{13}$' },
};

function queryParameters(query: TSchema): readonly Json[] {
  const properties: Readonly<Record<string, TSchema>> = query.properties ?? {};
  const required: readonly string[] = query.required ?? [];
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
}

function accessNote(route: Route, roles: Pick<RoleBook, 'roles' | 'may'>): string {
  if (route.notOffered !== undefined) return `Not offered yet: refused with ${route.notOffered}.`;
  if (route.access === 'public') return 'Open to guests.';
  if (route.access === 'session') return 'Needs a session.';
  const { account, minVip } = route.access;
  const admitted = route.access.roles ?? (account === undefined ? undefined : roles.roles.filter((role) => roles.may(role, account)));
  const who = Array.isArray(admitted) ? `Needs one of the roles ${admitted.join(', ')}` : 'Needs a session';
  return `${who}${minVip === undefined ? '' : ` and VIP level ${minVip}`}.`;
}

function keyNote({ key }: Route): string {
  return key === undefined ? 'Not for API keys.' : `API keys need the permission \`${key}\`.`;
}

function rateNote({ rate }: Route): string {
  const { perMinute, bucket } = rateClasses[rate];
  return `Rate class \`${rate}\`: ${perMinute} calls a minute${bucket === 'class' ? ' over all of its calls' : ''}.`;
}

const socketNotes = (): string =>
  [
    `Sockets stand under ${socketBase}: \`/stream\` carries any number of topics, \`/user/api/ws\` answers for account state, and`,
    ...topicSocketPaths.map(({ path, summary }) => `- \`${path}\`: ${summary}`),
  ].join('\n');
