import type { FastifyInstance } from 'fastify';
import { AppError } from '../../core/contract/app-error.ts';
import { packageBase } from '../../schemas/wire/package.ts';
import type { PackageDesk } from '../packages/package-desk.ts';
import { errorBody } from './envelope.ts';
import { apiHeaders, pageHeaders } from './security-headers.ts';

interface AssetRequest {
  Params: { readonly id: string; readonly hash: string; readonly '*': string };
}

/** Files of packages for browsers. The address holds the package's hash, so what lies there never changes. */
export function servePackages(app: FastifyInstance, packages: PackageDesk): void {
  app.get<AssetRequest>(`${packageBase}/:id/:hash/*`, (request, reply) => {
    const { id, hash, '*': path } = request.params;
    const asset = packages.asset(id, hash, path);
    if (asset === null) {
      const error = new AppError('ROUTE_UNKNOWN', { path: `${packageBase}/${id}`.slice(0, 200) });
      return reply.code(error.httpStatus).headers(apiHeaders).send(errorBody(error));
    }
    return reply
      .headers({ ...pageHeaders, 'content-type': asset.mediaType, 'cache-control': 'public, max-age=31536000, immutable' })
      .send(asset.text);
  });
}
