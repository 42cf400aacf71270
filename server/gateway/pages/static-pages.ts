import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { AppError } from '../../../core/contract/app-error.ts';
import { httpBase, socketBase } from '../../../schemas/wire/index.ts';
import { errorBody } from '../envelope.ts';
import { pathOf } from '../failure-reply.ts';
import { isAtThisMachine } from '../guards/client-address.ts';
import { apiHeaders, openToFrames, pageHeaders } from '../guards/security-headers.ts';
import { firstPaths, type SiteOptions, SitePages } from './site-pages.ts';
import { WorkspacePage } from './workspace-page.ts';

const notBuilt = 'The browser client is not built. Run `npm run build`, or `npm start`, which builds it.\n';

/** The built browser client: hashed assets for ever, the public site, the workspace's page for every other path that a browser opens. */
export async function servePages(app: FastifyInstance, clientFolder: string, options: SiteOptions): Promise<void> {
  const site = SitePages.read(clientFolder, options);
  const workspace = existsSync(join(clientFolder, 'index.html')) ? new WorkspacePage(clientFolder, options.platform) : null;
  if (workspace !== null) {
    const page: RouteHandlerMethod = (request, reply) => workspace.send(request, reply);
    await app.register(fastifyStatic, {
      root: clientFolder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      // The frame's document is served with each package, in its sandbox, and the site's pages at paths of their own.
      allowedPath: (path) => !isStrange(path) && !path.endsWith('/frame/frame.html') && !/^\/site[./]/.test(path),
      setHeaders: (reply, path) => {
        reply.headers(pageHeaders);
        const isFrame = path.includes(`${clientFolder}/frame/`);
        if (isFrame) reply.headers(openToFrames);
        const isHashed = isFrame || path.includes(`${clientFolder}/assets/`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    serveSetUp(app, options.setUp, page);
    if (site === null) app.get('/', page);
    else site.serve(app);
  }
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const isCall = path.startsWith(`${httpBase}/`) || path.startsWith(`${socketBase}/`) || path === httpBase;
    if (isCall || !wantsPage(request)) return unknownRoute(reply, path);
    if (site?.isUnder(path) === true) return site.sendError(request, reply, '404');
    if (workspace !== null) return workspace.send(request, reply);
    return reply.code(404).headers(pageHeaders).type('text/plain; charset=utf-8').send(notBuilt);
  });
}

/** `/set-up` is there while nobody keeps the platform, and the way for whoever sits at the server. */
function serveSetUp(app: FastifyInstance, setUp: SiteOptions['setUp'], page: RouteHandlerMethod): void {
  if (setUp === null) return;
  const lead = (reply: FastifyReply, to: string) => reply.headers({ ...pageHeaders, 'cache-control': 'no-store' }).redirect(to);
  app.addHook('onRequest', async (request, reply) => {
    const leads = request.method === 'GET' && fromWhere.includes(pathOf(request.url)) && isAtThisMachine(request.raw);
    if (leads && (await setUp.isOpen())) return lead(reply, '/set-up');
  });
  app.get('/set-up', async (request, reply) => ((await setUp.isOpen()) ? page.call(app, request, reply) : lead(reply, '/login')));
}
const fromWhere: readonly string[] = [...firstPaths, '/login'];

/** No file of ours has such a name; the file system would refuse it with an error. */
const isStrange = (path: string): boolean => /[\0\\]/.test(path);

/** A browser opening a page, not a script asking for a file that is gone. */
const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null &&
  !pathOf(request.url).startsWith('/assets/');

function unknownRoute(reply: FastifyReply, path: string): FastifyReply {
  const error = new AppError('ROUTE_UNKNOWN', { path });
  return reply.code(error.httpStatus).headers(apiHeaders).send(errorBody(error));
}
