import { Button, type ButtonProps } from '@fluentui/react-components';
import styles from './danger-button.module.css';

/** For what ends orders, strategies or plugins: filled where it is the answer that does it, in coloured words where it asks first. */
export function DangerButton(props: ButtonProps) {
  return <Button size="small" {...props} className={props.appearance === 'primary' ? styles.doing : styles.asking} />;
}
