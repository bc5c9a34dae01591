import type { ComponentProps, SyntheticEvent } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

interface Look {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
}

const classOf = ({ variant = 'primary', size = 'medium' }: Look): string =>
  [styles.button, styles[variant], styles[size]].filter(Boolean).join(' ');

const doNothing = (event: SyntheticEvent) => event.preventDefault();

/** Disabled, it does nothing but keeps the focus: a button is disabled only until what it started has ended. */
export const Button = ({
  variant,
  size,
  type = 'button',
  disabled = false,
  onClick,
  ...rest
}: Look & ComponentProps<'button'>) => (
  <button
    {...rest}
    type={type}
    className={classOf({ variant, size })}
    aria-disabled={disabled || undefined}
    onClick={disabled ? doNothing : onClick}
  />
);

/** A link that looks like a button. */
export const LinkButton = ({ variant, size, ...rest }: Look & LinkProps) => (
  <Link {...rest} className={classOf({ variant, size })} />
);
