import { acceptedEndings, type UploadType } from '@refugia/contract/upload.ts';
import { CircleAlert, FileCheck, UploadCloud } from 'lucide-react';
import { useId } from 'react';
import fieldStyles from '../forms/field.module.css';
import { Label } from '../forms/field.tsx';
import { Icon } from '../media/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './file-chooser.module.css';
import { megabytes } from './upload-texts.ts';

interface FileChooserProps {
  label: string;
  type: UploadType;
  maxBytes: number;
  file: File | null;
  /** The file's errors, as `uploadFaults` returns them. */
  faults: readonly string[];
  isDisabled: boolean;
  onChoose: (file: File | null) => void;
}

/**
 * A box in which one file is chosen or dropped, with the rules for it and its errors. The invisible
 * input fills the whole box, so that the browser itself handles dropped files.
 */
export function FileChooser(props: FileChooserProps) {
  const { label, type, maxBytes, file, faults, isDisabled, onChoose } = props;
  const id = useId();
  const isInvalid = faults.length > 0;
  return (
    <div className={fieldStyles.field}>
      <Label htmlFor={id}>{label}</Label>
      <div className={classNames(styles.box, isInvalid && styles.invalid)}>
        <input
          id={id}
          className={styles.input}
          type="file"
          name="map_layer"
          accept={acceptedEndings(type).join(',')}
          disabled={isDisabled}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-file ${id}-rules ${id}-faults`}
          onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        />
        <Icon of={file === null ? UploadCloud : FileCheck} size="lg" />
        <span className={styles.words} id={`${id}-file`}>
          {file === null ? (
            <>
              <strong>Choose a file</strong> or drop it here
            </>
          ) : (
            <>
              <strong>{file.name}</strong> {megabytes(file.size)}
            </>
          )}
        </span>
      </div>
      <div className={fieldStyles.description} id={`${id}-rules`}>
        {acceptedEndings(type).join(', ')} up to {megabytes(maxBytes)}
      </div>
      <div id={`${id}-faults`} role="alert">
        {faults.map((fault) => (
          <p key={fault} className={fieldStyles.error}>
            <CircleAlert aria-hidden="true" />
            {fault}
          </p>
        ))}
      </div>
    </div>
  );
}
