import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

interface Look {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
}

const classOf = ({ variant = 'primary', size = 'medium' }: Look): string =>
  [styles.button, styles[variant], styles[size]].filter(Boolean).join(' ');

export const Button = ({ variant, size, type = 'button', ...rest }: Look & ComponentProps<'button'>) => (
  <button {...rest} type={type} className={classOf({ variant, size })} />
);

/** A link that looks like a button. */
export const LinkButton = ({ variant, size, ...rest }: Look & LinkProps) => (
  <Link {...rest} className={classOf({ variant, size })} />
);
