import type { ProductVersion, Role, VipLevel } from './accounts/role.ts';

/** Whom something of the house is for. */
export const audienceKinds = ['everybody', 'roles', 'levels', 'versions', 'users'] as const;
export type AudienceKind = (typeof audienceKinds)[number];

export type Audience =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] }
  /** Both ends belong to it. */
  | { readonly kind: 'levels'; readonly from: VipLevel; readonly to: VipLevel }
  | { readonly kind: 'versions'; readonly versions: readonly ProductVersion[] }
  | { readonly kind: 'users'; readonly usernames: readonly string[] };

export const everybody: Audience = { kind: 'everybody' };

/** Somebody who reads. */
interface AudienceMember {
  readonly username: string | null;
  readonly role: Role | null;
  readonly vipLevel: number;
  readonly productVersion: ProductVersion | null;
}

/** Whether it is for this reader; what is for everybody is for guests too. */
export function isFor(audience: Audience, { username, role, vipLevel, productVersion }: AudienceMember): boolean {
  switch (audience.kind) {
    case 'everybody':
      return true;
    case 'roles':
      return audience.roles.some((one) => one === role);
    case 'levels':
      return role !== null && vipLevel >= audience.from && vipLevel <= audience.to;
    case 'versions':
      return audience.versions.some((one) => one === productVersion);
    case 'users':
      return username !== null && audience.usernames.some((one) => one.toLowerCase() === username.toLowerCase());
  }
}
