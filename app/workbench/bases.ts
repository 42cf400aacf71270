import type { httpBase as wireHttpBase, socketBase as wireSocketBase } from '../../schemas/wire/index.ts';

/** The wire's base paths; typed by it, not imported from it, since that would bring its schemas along. */
export const httpBase: typeof wireHttpBase = '/sapi';
export const socketBase: typeof wireSocketBase = '/wssapi';
