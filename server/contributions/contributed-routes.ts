import type { Outcome } from '../../core/contract/app-error.ts';
import type { Routes } from '../../core/contract/server-contributions.ts';
import { type HouseRouteName, houseRoutes } from '../../schemas/wire/index.ts';
import type { Route } from '../../schemas/wire/route.ts';
import { Claims } from './claims.ts';

type AnyHandler = (request: never) => Promise<Outcome<unknown>>;

/** A route of a plugin with what answers it. */
interface ContributedRoute {
  readonly name: string;
  readonly route: Route;
  readonly handler: AnyHandler | undefined;
  readonly pluginId: string;
}

const placeOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;
const housePlaces = new Set(Object.values(houseRoutes).map(placeOf));
const isHouseName = (name: string): name is HouseRouteName => Object.hasOwn(houseRoutes, name);

const pathPattern = /^(\/[A-Za-z0-9_-]+)+$/;

/** The calls that running plugins answer; the gateway looks them up as they come. */
export class ContributedRoutes {
  readonly #names = new Claims<ContributedRoute>('route name', isHouseName);
  readonly #places = new Claims<ContributedRoute>('route', (place) => housePlaces.has(place));

  /** For one plugin. */
  of(pluginId: string): Routes {
    return {
      add: (routes, handlers) => {
        for (const [name, route] of Object.entries(routes)) {
          if (!pathPattern.test(route.path)) throw new Error(`route "${name}" has the path "${route.path}", which is none`);
          if (route.access !== 'public' && route.access !== 'session' && route.access.roles === 'public')
            throw new Error(`route "${name}" is for everybody: say access 'public'`);
          const handler = (handlers as Readonly<Record<string, AnyHandler | undefined>>)[name];
          if (handler === undefined && route.notOffered === undefined) throw new Error(`route "${name}" has no handler`);
          const entry = { name, route, handler, pluginId };
          this.#names.take(pluginId, name, entry);
          this.#places.take(pluginId, placeOf(route), entry);
        }
      },
    };
  }

  find(method: string, path: string): ContributedRoute | undefined {
    return this.#places.get(`${method} ${path}`);
  }

  /** By name. */
  table(): Readonly<Record<string, Route>> {
    return Object.fromEntries(this.#names.values().map(({ name, route }) => [name, route]));
  }

  release(pluginId: string): void {
    this.#names.release(pluginId);
    this.#places.release(pluginId);
  }
}
