import { observer } from 'mobx-react-lite';
import { formFields } from '../ticket-draft.ts';
import { TicketField, type TicketFieldProps } from './ticket-field.tsx';

/** The fields that the order itself asks for; those of its legs stand below the size. */
export const TicketFields = observer(function TicketFields(props: Omit<TicketFieldProps, 'field'>) {
  return formFields(props.store.draft).map((field) => <TicketField key={field} {...props} field={field} />);
});
