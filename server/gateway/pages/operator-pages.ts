import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { AuthenticationScheme } from '../../../core/contract/server-contributions.ts';
import type { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import type { Route } from '../../../schemas/wire/route.ts';
import { isAtThisMachine } from '../guards/client-address.ts';
import { docsPolicy, operatorHeaders } from '../guards/security-headers.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './open-api.ts';

interface OperatorPageOptions {
  readonly roles: Pick<RoleBook, 'roles' | 'may'>;
  readonly metrics: Metrics;
  /** True while the database answers. */
  readonly isHealthy: () => Promise<boolean>;
  readonly hasRoom: () => boolean;
  /** Exchanges that take no orders, those among them that never opened. */
  readonly downExchanges: () => readonly string[];
  readonly version: string;
  /** Every call that this server answers. */
  readonly routes: Readonly<Record<string, Route>>;
  /** Ways to come in beside sessions and API keys. */
  readonly schemes: readonly AuthenticationScheme[];
}

/** `/healthz`, `/metrics` and `/docs`. */
export async function serveOperatorPages(app: FastifyInstance, options: OperatorPageOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      for (const [name, value] of Object.entries(operatorHeaders)) if (!reply.hasHeader(name)) reply.header(name, value);
    });
    await addPages(scope, options);
  });
}

async function addPages(app: FastifyInstance, options: OperatorPageOptions): Promise<void> {
  app.get('/healthz', async (_request, reply) => {
    const problems = [...((await options.isHealthy()) ? [] : ['database']), ...(options.hasRoom() ? [] : ['disk-full'])];
    const healthy = problems.length === 0;
    return reply
      .code(healthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ healthy, problems: [...problems, ...options.downExchanges().map((exchange) => `exchange-down:${exchange}`)] });
  });
  app.get('/metrics', async (request, reply) => {
    // Figures are for the machine's own operator.
    if (!isAtThisMachine(request.raw)) return reply.code(403).send({ message: 'only from this machine' });
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.text());
  });
  const document = openApiDocument(options.version, options.roles, options.routes, options.schemes);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: docsPolicy, uiConfig: { docExpansion: 'none' } });
}
