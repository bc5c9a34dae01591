import { type ReactNode, useEffect, useState } from 'react';
import { Notice } from '../notice/notice.js';
import styles from './skeleton.module.css';

interface BoneProps {
  width?: string;
  height: string;
  radius?: string;
}

/** A gray block of the same size as the content, so that nothing moves when it arrives. */
export const Bone = ({ width = '100%', height, radius }: BoneProps) => (
  <span className={styles.bone} style={{ width, height, ...(radius && { borderRadius: radius }) }} />
);

const slowAfter = 8_000;

/** Contains skeletons: tells assistive technology what is loading, and shows a message when it takes long. */
export const Loading = ({ label, children }: { label: string; children: ReactNode }) => {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true">
      <p className="for-screen-readers" role="status">
        {label}
      </p>
      <div aria-hidden="true">{children}</div>
      {slow && (
        <div className={styles.slow}>
          <Notice tone="caution" title="This is taking longer than usual.">
            <p>It’s still loading. If nothing appears soon, reload the page.</p>
          </Notice>
        </div>
      )}
    </div>
  );
};
