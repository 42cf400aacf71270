import { accepted } from '../../../core/contract/app-error.ts';
import type { layoutRoutes } from '../../../schemas/wire/layout.ts';
import type { LayoutService, Owner } from '../layouts/layout-service.ts';
import type { SharedLayoutService } from '../layouts/shared-layout-service.ts';
import type { HandlersOf, SessionCaller } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

interface LayoutHandlerParts {
  readonly layouts: LayoutService;
  readonly shared: SharedLayoutService;
}

export function createLayoutHandlers({ layouts, shared }: LayoutHandlerParts): HandlersOf<typeof layoutRoutes> {
  return {
    layoutList: async (request) => accepted(await layouts.list(owner(request))),
    layoutOpen: (request) => layouts.open(owner(request), request.query.id),
    layoutCreate: (request) => layouts.create(owner(request), request.body),
    layoutSave: (request) => layouts.save(owner(request), request.body),
    layoutRename: (request) => layouts.rename(owner(request), request.body.id, request.body.name),
    layoutReset: (request) => layouts.reset(owner(request), request.body.id, request.body.revision, request.body.built_in),
    layoutDelete: (request) => layouts.delete(owner(request), request.body.id),
    layoutRestore: (request) => layouts.restore(owner(request), request.body.id),
    layoutTabs: async (request) => {
      await layouts.keepTabs(owner(request), request.body);
      return accepted(null);
    },
    adminLayoutShare: (request) => shared.share(owner(request), request.body.id, request.body.role),
    adminLayoutUnshare: (request) => shared.unshare(owner(request), request.body.id),
    adminLayoutDefault: (request) => shared.setDefault(owner(request), request.body.role, request.body.id),
  };
}

function owner(caller: SessionCaller): Owner {
  const { principal } = sessionOf(caller);
  const { role } = principal;
  if (role === null) throw new Error('a session has no role');
  return { ...principal, role };
}
