import { useCallback } from 'react';
import { readFault } from '../../domain/fault-text.ts';
import { useText } from '../text/use-text.ts';

/** Words that begin with the hook of the strategy in which it happened, which stays: it is a name of its code. */
const withHook = /^(\w+): (.*)$/s;

/** Says in the user's language what the runtime says of a strategy that broke the contract; other words stay as they are. */
export function useFaultText(): (cause: string) => string {
  const t = useText('ui');
  return useCallback(
    (cause) => {
      const [, hook = '', problem = cause] = withHook.exec(cause) ?? [];
      const fault = readFault(problem);
      if (fault === null) return cause;
      const said = t(`fault.${fault.key}`, fault.params);
      return hook === '' ? said : t('fault.in', { hook, problem: said });
    },
    [t],
  );
}
