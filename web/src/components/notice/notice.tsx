import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'calm' | 'caution' | 'danger';
  title?: string;
  children?: ReactNode;
  /** In small print, below the rest. */
  detail?: string | undefined;
  /** What to do about it. */
  action?: ReactNode;
}

/** Reports what happened. Screen readers announce a danger at once, anything else when idle. */
export const Notice = ({ tone = 'calm', title, children, detail, action }: NoticeProps) => (
  <div className={`${styles.notice} ${styles[tone] ?? ''}`} role={tone === 'danger' ? 'alert' : 'status'}>
    <div className={styles.text}>
      {title && <p className={styles.title}>{title}</p>}
      {children}
      {detail && <p className={styles.detail}>{detail}</p>}
    </div>
    {action}
  </div>
);
