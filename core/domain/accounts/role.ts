/** The seven roles; `user` is the ordinary trader. A guest has no role. */
export const roles = ['admin', 'user', 'asset', 'finance', 'observer', 'risk', 'finance_manage'] as const;
export type Role = (typeof roles)[number];

export const vipLevels = [0, 1, 2, 3] as const;
export type VipLevel = (typeof vipLevels)[number];
