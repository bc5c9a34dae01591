import { useEffect, useState } from 'react';
import type { ControlProps } from './field-frame.js';
import styles from './form.module.css';
import type { AddressField, LookupField } from './form-field.js';
import { LookupControl } from './lookup-control.js';
import { findAddresses, onKeyRefused, openPlaces } from './maps.js';

const nothing: LookupField['find'] = async () => [];

/** Completes addresses once the provider is loaded. Until then, and without it, it is a plain text field. */
export const AddressControl = ({ field, ...rest }: ControlProps<AddressField>) => {
  const [find, setFind] = useState<LookupField['find']>(() => nothing);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    let left = false;
    const stopListening = onKeyRefused(() => {
      setRefused(true);
      setFind(() => nothing);
    });
    openPlaces().then(
      (places) => places && !left && setFind(() => (text: string) => findAddresses(places, text)),
      // The field works without completion.
      (cause: unknown) => reportError(new Error('Addresses cannot be completed.', { cause })),
    );
    return () => {
      left = true;
      stopListening();
    };
  }, []);
  return (
    <>
      <LookupControl
        {...rest}
        field={{ ...field, kind: 'lookup', find }}
        autoComplete={find === nothing ? 'address-line1' : 'off'}
      />
      {refused && (
        <p className={styles.error} role="status">
          Error: AuthFailure
        </p>
      )}
    </>
  );
};
