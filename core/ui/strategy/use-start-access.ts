import type { AccessDecision } from '../../contract/access.ts';
import { useServices } from '../ui-services.tsx';

/** Whether the user has the form that starts strategies: nobody is led to it who has not. Observable. */
export const useStartAccess = (): AccessDecision => useServices().accessTo('strategy-form');
