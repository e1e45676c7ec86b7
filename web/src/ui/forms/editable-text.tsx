import { Pencil } from 'lucide-react';
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react-aria-components';
import { Button, TextButton } from '../actions/button.tsx';
import { Heading } from '../style/typography.tsx';
import styles from './editable-text.module.css';
import { Form, FormActions } from './form.tsx';
import { TextArea, TextField } from './text-field.tsx';

export interface EditableTextProps {
  label: string;
  value: string;
  /**
   * Saves the new text, which is trimmed. If it returns a promise, the field stays open until the
   * promise is fulfilled. If the promise is rejected, the field stays open and the caller shows the
   * reason.
   */
  onSave: (value: string) => void | Promise<void>;
  /** The error of a text, which is shown when the field is left. Done saves no invalid text. */
  validate?: (value: string) => string | undefined;
  /** Allows several lines, in which Enter begins a new line. */
  isMultiline?: boolean;
  maxLength?: number;
  /** Shown while the text is empty. Default 'Nothing here yet'. */
  emptyText?: string;
  isDisabled?: boolean;
  /** Whether the text is shown as a title without its label, as for the name of a card. */
  isTitle?: boolean;
  /** The level of a title that is a heading of its page. */
  headingLevel?: 1 | 3;
  /** Whether the text can only be read, because it is somebody else's. */
  isReadOnly?: boolean;
  /** Whether it is open for editing at first, with the whole text selected. */
  isBegun?: boolean;
}

/** A text that is edited in place. Done saves it, and Cancel and Escape restore it. */
export function EditableText(props: EditableTextProps) {
  const { label, value, emptyText = 'Nothing here yet', isDisabled, isTitle = false } = props;
  const { headingLevel, isReadOnly = false, isBegun = false } = props;
  const [isEditing, setIsEditing] = useState(isBegun);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // This is a layout effect, because moving the focus later could scroll away what is being pressed
  // meanwhile.
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) return <Editor {...props} onClose={() => setIsEditing(false)} />;
  return (
    <div className={styles.view}>
      <div className={styles.words}>
        {!isTitle && <span className={styles.label}>{label}</span>}
        {value === '' ? (
          <span className={styles.nothing}>{emptyText}</span>
        ) : (
          <div className={isTitle ? styles.title : styles.value}>
            {headingLevel === undefined ? (
              value
            ) : (
              <Heading level={headingLevel} visualLevel={headingLevel === 1 ? 2 : 5}>
                {value}
              </Heading>
            )}
          </div>
        )}
      </div>
      {!isReadOnly && (
        <TextButton
          ref={editButton}
          icon={Pencil}
          aria-label={`Edit ${label}`}
          isDisabled={isDisabled}
          onPress={() => setIsEditing(true)}
        >
          {isTitle ? undefined : 'Edit'}
        </TextButton>
      )}
    </div>
  );
}

function Editor(props: EditableTextProps & { onClose: () => void }) {
  const { label, value, onSave, validate, isMultiline, isTitle, maxLength, onClose } = props;
  const [isWhole, setIsWhole] = useState(props.isBegun);
  const [draft, setDraft] = useState(value);
  const [isLeft, setIsLeft] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const error = validate?.(draft.trim());

  async function finish(): Promise<void> {
    setIsLeft(true);
    if (error !== undefined || isSaving) return;
    const text = draft.trim();
    if (text !== value) {
      setIsSaving(true);
      try {
        await onSave(text);
      } catch {
        setIsSaving(false);
        return;
      }
    }
    onClose();
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose();
    else if (isMultiline && event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      void finish();
    else event.continuePropagation();
  }

  const field = {
    label,
    value: draft,
    onChange(next: string) {
      setDraft(next);
      setIsLeft(false);
    },
    onFocus(event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) {
      if (isWhole) event.target.select();
      setIsWhole(false);
    },
    onBlur: () => setIsLeft(true),
    onKeyDown: handleKey,
    error: isLeft ? error : undefined,
    maxLength,
    autoFocus: true,
  };
  // A card is too narrow for text and buttons on one line.
  const isStacked = isMultiline === true || isTitle === true;
  const buttons = (
    <>
      <Button type="submit" size="sm" kind={isStacked ? 'primary' : 'text'} isPending={isSaving}>
        Done
      </Button>
      <TextButton isDisabled={isSaving} onPress={onClose}>
        Cancel
      </TextButton>
    </>
  );
  return (
    <Form onSubmit={() => void finish()}>
      {isMultiline ? (
        <TextArea {...field} rows={3} />
      ) : (
        <TextField {...field} trailing={isStacked ? undefined : buttons} />
      )}
      {isStacked && <FormActions>{buttons}</FormActions>}
    </Form>
  );
}
