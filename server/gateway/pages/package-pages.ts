import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../core/contract/app-error.ts';
import { packageBase } from '../../../schemas/wire/package.ts';
import type { PackageService } from '../../packages/package-service.ts';
import { errorBody } from '../envelope.ts';
import { apiHeaders, frameHeaders, openToFrames, pageHeaders } from '../guards/security-headers.ts';

interface AssetRequest {
  Params: { readonly id: string; readonly hash: string; readonly '*': string };
}

/** The document that runs a package, beside the package's own files. */
const framePath = 'frame';

/** What is kept of a file for frames is not given to the page, nor the refusal that the page got to frames. */
const vary = 'Sec-Fetch-Site';

/** Files of packages for browsers. The address holds the package's hash, so what lies there never changes. */
export function servePackages(app: FastifyInstance, packages: PackageService, clientFolder: string): void {
  const frameFile = join(clientFolder, 'frame/frame.html');
  const frame = existsSync(frameFile) ? readFileSync(frameFile, 'utf8') : null;
  app.get<AssetRequest>(`${packageBase}/:id/:hash/*`, (request, reply) => {
    const { id, hash, '*': path } = request.params;
    if (path === framePath && frame !== null && packages.client(id)?.hash === hash) return reply.headers(frameHeaders).send(frame);
    const asset = packages.asset(id, hash, path);
    // The page itself never runs the code of a package, whatever may have been smuggled into it.
    const isForPage = request.headers['sec-fetch-site'] === 'same-origin' && path.endsWith('.js');
    if (asset === null || isForPage) return missing(reply, id);
    return reply
      .headers({
        ...pageHeaders,
        ...openToFrames,
        'content-type': asset.mediaType,
        'cache-control': 'public, max-age=31536000, immutable',
        vary,
      })
      .send(asset.text);
  });
}

function missing(reply: FastifyReply, id: string): FastifyReply {
  const error = new AppError('ROUTE_UNKNOWN', { path: `${packageBase}/${id}`.slice(0, 200) });
  return reply
    .code(error.httpStatus)
    .headers({ ...apiHeaders, vary })
    .send(errorBody(error));
}
