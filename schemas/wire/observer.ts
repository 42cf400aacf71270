import { type Static, Type } from '@sinclair/typebox';
import { SignedDecimal, strict } from '../common.ts';
import { route } from './route.ts';
import { InstanceId, InstancePositionView, InstanceView } from './strategy.ts';

const tag = 'Observer';

/** A refusal names what there is to spend and the limits that it breaks. */
const { params: _params, limits: _limits, refusal: _refusal, ...shown } = InstanceView.properties;

/** An instance of somebody else: how it does, and not how it works. */
export const ObservedInstanceView = strict({
  ...shown,
  /** Whether its last order was refused, until one is accepted again. */
  refused: Type.Boolean(),
  /** User name. */
  owner: Type.String(),
});
export type ObservedInstanceView = Static<typeof ObservedInstanceView>;

/** Instances of others. Each of an instance's accounts has to be opened to the caller, to look while it runs, to read histories once it has ended; or the instance alone, for both. */
export const observerRoutes = {
  observerInstances: route({
    method: 'GET',
    path: '/strategy/observer/instance/list',
    tag,
    summary:
      'Instances of others for whose accounts or for which alone the caller is authorised, newest first: running ones, or those that have ended',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({
      state: Type.Union([Type.Literal('running'), Type.Literal('history')]),
      before: Type.Optional(InstanceId),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    reply: Type.Array(ObservedInstanceView),
  }),
  observerStat: route({
    method: 'GET',
    path: '/strategy/observer/stat',
    tag,
    summary: 'What the running ones of them make together, by the asset that they are valued in',
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: strict({
      running: Type.Integer({ minimum: 0 }),
      results: Type.Array(
        strict({
          asset: Type.String(),
          profit: SignedDecimal,
          instances: Type.Integer({ minimum: 1 }),
          /** Of those whose result is not known now, which are left out. */
          unknown: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  }),
  observerPositions: route({
    method: 'GET',
    path: '/strategy/observer/position/list',
    tag,
    summary: 'What the running ones of them hold',
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(InstancePositionView),
  }),
} as const;
