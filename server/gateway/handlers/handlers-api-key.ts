import { accepted } from '../../../core/contract/app-error.ts';
import type { ApiKeyView, apiKeyRoutes } from '../../../schemas/wire/api-key.ts';
import type { KeyPermission } from '../../../schemas/wire/route.ts';
import type { ApiKeyRegistry } from '../../session/api-key-registry.ts';
import type { SignIn } from '../../session/sign-in.ts';
import type { ApiKeyRecord } from '../../store/people/api-key-store.ts';
import type { HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

interface ApiKeyHandlerParts {
  readonly keys: Pick<ApiKeyRegistry, 'list' | 'create' | 'revoke'>;
  readonly signIn: Pick<SignIn, 'confirm'>;
}

export function createApiKeyHandlers({ keys, signIn }: ApiKeyHandlerParts): HandlersOf<typeof apiKeyRoutes> {
  return {
    apiKeyList: async (request) => accepted((await keys.list(sessionOf(request).principal.userId)).map(keyView)),
    apiKeyCreate: async (request) => {
      const { password, ...choice } = request.body;
      const { principal } = sessionOf(request);
      const confirmed = await signIn.confirm({ account: principal.username, password, ip: request.ip, userAgent: request.userAgent });
      if (!confirmed.ok) return confirmed;
      const created = await keys.create(principal.userId, choice);
      return created.ok ? accepted({ key: keyView(created.value.record), token: created.value.token }) : created;
    },
    apiKeyRevoke: async (request) => {
      await keys.revoke(sessionOf(request).principal.userId, request.body.key_id);
      return accepted(null);
    },
  };
}

const keyView = (key: ApiKeyRecord): ApiKeyView => ({
  key_id: key.keyId,
  name: key.name,
  permission: key.permission as KeyPermission,
  addresses: [...key.addresses],
  create_time: key.createdMs,
  expire_time: key.expiresMs,
  last_used_time: key.lastUse?.timeMs ?? null,
  last_used_address: key.lastUse?.ip ?? null,
});
