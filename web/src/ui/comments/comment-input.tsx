import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { type KeyboardEvent, VisuallyHidden } from 'react-aria-components';
import { Button, TextButton } from '../actions/button.tsx';
import { Form, FormActions } from '../forms/form.tsx';
import { TextArea } from '../forms/text-field.tsx';
import styles from './comment-input.module.css';
import { type Mentions, useMentions } from './mentions.ts';

interface CommentInputProps {
  label: string;
  /**
   * Receives the text, trimmed and never empty. If it returns a promise, the input is emptied when
   * the promise is fulfilled. If the promise is rejected, the input keeps its text and the caller
   * shows the reason.
   */
  onSend: (text: string) => void | Promise<void>;
  sendLabel?: string;
  /** If given, a button beside Send leaves the input without sending. */
  onCancel?: () => void;
  placeholder?: string;
  autoFocus?: boolean;
  maxLength?: number;
  isDisabled?: boolean;
  /** Shown when Send is pressed without a text. Without it Send is disabled until then. */
  missingText?: string;
  /** Usernames that are suggested after an @. */
  mentionable?: readonly string[];
}

const nobody: readonly string[] = [];

/** The text of the input until it is sent. */
function useSentText(onSend: CommentInputProps['onSend'], isDisabled: boolean) {
  const [text, setText] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const isEmpty = text.trim() === '';

  async function send(): Promise<void> {
    if (isDisabled || isSending) return;
    setIsMissing(isEmpty);
    if (isEmpty) return;
    setIsSending(true);
    try {
      await onSend(text.trim());
      setText('');
    } catch {
      // After a failure the text stays in the input, so that nothing is lost.
    } finally {
      setIsSending(false);
    }
  }

  const change = (next: string) => {
    setText(next);
    setIsMissing(false);
  };
  return { text, setText: change, isEmpty, isSending, isMissing, send };
}

/** An input for a comment that grows with its text. Ctrl or ⌘ with Enter sends it. */
export function CommentInput({
  label,
  onSend,
  sendLabel = 'Send',
  onCancel,
  placeholder,
  autoFocus = false,
  maxLength,
  isDisabled = false,
  missingText,
  mentionable = nobody,
}: CommentInputProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, setText, isEmpty, isSending, isMissing, send } = useSentText(onSend, isDisabled);
  const mentions = useMentions({ area, text, setText, names: mentionable });

  function handleKey(event: KeyboardEvent): void {
    if (mentions.handleKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
    else event.continuePropagation();
  }

  return (
    <Form onSubmit={() => void send()}>
      <div className={styles.text}>
        <TextArea
          label={label}
          value={text}
          onChange={(next) => {
            setText(next);
            mentions.onChange();
          }}
          onBlur={mentions.close}
          areaRef={area}
          suggestions={
            mentions.suggested.length > 0
              ? { listId: mentions.listId, currentId: `${mentions.listId}-${mentions.current}` }
              : undefined
          }
          error={isMissing ? missingText : undefined}
          onKeyDown={handleKey}
          rows={2}
          placeholder={placeholder}
          autoFocus={autoFocus}
          maxLength={maxLength}
          isDisabled={isDisabled}
        />
        <MentionList mentions={mentions} />
      </div>
      <FormActions>
        {onCancel && <TextButton onPress={onCancel}>Cancel</TextButton>}
        <Button
          type="submit"
          size="sm"
          icon={Send}
          isDisabled={isDisabled || (isEmpty && missingText === undefined)}
          isPending={isSending}
        >
          {sendLabel}
        </Button>
      </FormActions>
    </Form>
  );
}

/** The people who are suggested after an @. The list is below the text. */
function MentionList({ mentions }: { mentions: Mentions }) {
  const { listId, suggested, current, take } = mentions;
  const count = suggested.length === 1 ? '1 person' : `${suggested.length} people`;
  return (
    <>
      <VisuallyHidden role="status">
        {suggested.length > 0 && `${count} to mention. Arrow keys choose, Enter takes.`}
      </VisuallyHidden>
      {suggested.length > 0 && (
        <div role="listbox" id={listId} aria-label="People to mention" className={styles.list}>
          {suggested.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the text keeps the focus and listens to the keys
            <div
              key={name}
              role="option"
              id={`${listId}-${index}`}
              aria-selected={index === current}
              className={styles.option}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
            >
              @{name}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
