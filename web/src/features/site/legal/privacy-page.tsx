import { contactAddresses, siteSettings } from '../../../lib/site-settings.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import article from '../article.module.css';
import { Article, ArticleSection } from '../article.tsx';

const contents = [
  { id: 'short', title: 'In short' },
  { id: 'account', title: 'Your account' },
  { id: 'work', title: 'Your work' },
  { id: 'messages', title: 'Your messages' },
  { id: 'visits', title: 'Your visits' },
  { id: 'others', title: 'Who else is involved' },
  { id: 'rights', title: 'What you can ask for' },
];

/** Says what the product stores about people. It must stay true to the server. */
export function PrivacyPage() {
  const { brandName, provider, supportEmail } = siteSettings;
  return (
    <Article
      title="Privacy policy"
      lead={`What ${brandName} keeps about you, why, and for how long. It is run by ${provider.name}.`}
      contents={contents}
    >
      <ArticleSection id="short" title="In short">
        <ul className={article.list}>
          <li>No advertising, no analytics, no trackers, and nothing is sold or lent.</li>
          <li>You can look around and run Habitat Patrol without an account.</li>
          <li>What you enter is used to do what you asked for, and for nothing else.</li>
        </ul>
      </ArticleSection>

      <AccountSection />

      <ArticleSection id="work" title="Your work">
        <Text>
          An analysis keeps the area, the two dates, the method and its result, so that its link
          shows the same again. Whoever has that link can open it; it cannot be guessed. Results of
          people without an account are deleted after a number of days that the operator sets, 30
          unless said otherwise.
        </Text>
        <Text>
          Projects of the Conservation Value Mapper, with the files that you upload there and what
          is made of them, are open to you alone. They stay until you delete them or your account;
          an upload that is not finished is deleted after two days.
        </Text>
      </ArticleSection>

      <ArticleSection id="messages" title="Your messages">
        <Text>
          What you write in the contact form is kept with the name and email address that you give
          there, and is sent to the people who answer it. What you wrote while you were logged in is
          deleted with your account. If you sign up for beta testing, your choice of programs and
          apps is kept with your account and sent to the people who invite testers.
        </Text>
      </ArticleSection>

      <ArticleSection id="visits" title="Your visits">
        <Text>
          Requests are not logged one by one. Your network address is held in memory for minutes, to
          slow down who tries passwords or floods the service. What is kept in your browser is
          listed in the <Link href="/support/cookies">cookie policy</Link>.
        </Text>
      </ArticleSection>

      <ArticleSection id="others" title="Who else is involved">
        <Text>
          Satellite images are fetched by our server: the catalogue that holds them does not learn
          who you are. {basemapSentence()}
        </Text>
      </ArticleSection>

      <ArticleSection id="rights" title="What you can ask for">
        <Text>
          The Account tab of your profile gives you a copy of everything that is kept about you,
          lets you correct it, and deletes your account with all that belongs to it, at once. For
          anything else, write to <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link> or use
          the <Link href={contactAddresses.contact}>contact form</Link>.
        </Text>
      </ArticleSection>
    </Article>
  );
}

function AccountSection() {
  return (
    <ArticleSection id="account" title="Your account">
      <Text>
        An account holds your first and last name, username, email address, the time it was made,
        and, when you add them, an organization, a text about yourself and a photo. Whether you want
        news by email is kept too. Of your password only a salted hash is kept, from which it cannot
        be read.
      </Text>
      <Text>
        Anyone can see your username, organization, text and photo on your profile page. Your name
        and email address are shown to you alone.
      </Text>
      <Text>
        Mail is sent for what you do here, such as the link that activates a new account. Such links
        work once and for a limited time, and only a hash of them is kept.
      </Text>
      <Text>
        What others do on your maps is told to you by the bell on every page, and by mail as you
        choose on your profile. It is kept for 90 days.
      </Text>
      <Text>
        When somebody invites you to a map by your email address, the address is kept until you
        accept, until the invitation is withdrawn, or for 14 days. Whoever invites you learns your
        username when you accept, and not before. If you ask to be let onto a private map, its owner
        sees who asks, for 30 days.
      </Text>
    </ArticleSection>
  );
}

function basemapSentence(): string {
  const { basemapServices: services, hasBasemapFiles } = siteSettings;
  if (services.length === 0) return 'Base maps are made here: nobody else is asked for them.';
  const names = new Intl.ListFormat('en').format(services);
  const what = hasBasemapFiles ? 'What our own files of base maps do not have is' : 'Base maps are';
  return `${what} fetched by our server, too, from ${names}, which thus learn which parts of the map are looked at here, and not by whom.`;
}
