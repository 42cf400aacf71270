import 'ses';
import type { StrategyDefinition } from '../../core/contract/strategy.ts';

/** A packed strategy in an SES compartment of this process: the same heap, with frozen built-ins. */
export function compartmentStrategy(code: string): StrategyDefinition {
  lockdown({ errorTaming: 'unsafe', consoleTaming: 'unsafe', overrideTaming: 'severe' });
  const compartment = new Compartment({ globals: {}, __options__: true });
  const plugin = compartment.evaluate(`(() => { ${code}\n;return tesseraPlugin.plugin; })()`) as {
    readonly strategies: Readonly<Record<string, StrategyDefinition>>;
  };
  const [strategy] = Object.values(plugin.strategies);
  if (strategy === undefined) throw new Error('the packed plugin has no strategy');
  // What comes back may be a proxy or have getters: only text can be trusted.
  const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  return {
    params: strategy.params,
    start: (context) => plain(strategy.start(harden({ ...context, random: context.random }))),
    onMarket: (context, state, event) => plain(strategy.onMarket(context, state, event)),
    onOrder: (context, state, event) => plain(strategy.onOrder(context, state, event)),
    onTimer: (context, state, timer) => plain(strategy.onTimer(context, state, timer)),
    onStop: (context, state) => plain(strategy.onStop(context, state)),
  };
}
