/** The seven roles of the house; `user` is the ordinary trader. A guest has no role. */
export const houseRoles = ['admin', 'user', 'asset', 'finance', 'observer', 'risk', 'finance_manage'] as const;
export type HouseRole = (typeof houseRoles)[number];

/** A role of the house, or one that a plugin brings: then `<plugin>/<role>`, so that no two can mean the same and it is known whose it is, also once the plugin is gone. */
export type Role = HouseRole | `${string}/${string}`;

export const isHouseRole = (role: string): role is HouseRole => houseRoles.some((one) => one === role);

/** Versions of the product that a person can have beside role and level; what each brings is a plugin set. */
export const productVersions = ['exclusive', 'pro'] as const;
export type ProductVersion = (typeof productVersions)[number];

export const vipLevels = [0, 1, 2, 3] as const;
export type VipLevel = (typeof vipLevels)[number];
