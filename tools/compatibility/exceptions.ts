/*
 * What the shipped code uses although an oldest browser lacks it, reviewed. The paths are those of MDN's
 * compatibility data. A path that no longer occurs fails the test, so nothing stays here unused.
 */
export interface Exception {
  reason: string
  features: string[]
}

export const SCRIPT_EXCEPTIONS: Exception[] = [
  {
    reason: 'Added by src/kit/missing-apis.ts where it is missing.',
    features: ['api.AbortSignal.timeout_static'],
  },
  {
    reason: 'Called only where there are popovers, in browsers that are newer.',
    features: ['api.HTMLFormElement.requestSubmit'],
  },
  {
    reason: 'Asked for before use.',
    features: [
      'api.BarcodeDetector.detect',
      'api.BarcodeDetector.getSupportedFormats_static',
      'api.Document.startViewTransition',
      'api.MIDIPort.connection',
      'api.Navigator.vibrate',
      'api.NetworkInformation.saveData',
      'api.UserActivation.hasBeenActive',
      'api.Window.cancelIdleCallback',
      'api.Window.requestIdleCallback',
      'api.MessageEvent.userActivation',
      'javascript.builtins.Error.captureStackTrace',
    ],
  },
  {
    reason:
      'Web Push and Trusted Types: asked for before use. The worker of notices runs only where they are.',
    features: [
      'api.NotificationEvent.notification',
      'api.PushManager.getSubscription',
      'api.PushSubscription.endpoint',
      'api.ServiceWorkerGlobalScope.notificationclick_event',
      'api.ServiceWorkerGlobalScope.push_event',
      'api.ServiceWorkerRegistration.pushManager',
      'api.ServiceWorkerRegistration.showNotification',
      'api.TrustedTypePolicyFactory.createPolicy',
      'api.trustedTypes',
    ],
  },
  {
    reason: 'Undefined in browsers that never render a page before it is opened.',
    features: ['api.Document.prerendering', 'api.Document.prerenderingchange_event'],
  },
  {
    reason: 'The next step of the carousel corrects the position.',
    features: ['api.Document.scrollend_event'],
  },
  {
    reason:
      'The copies of testimonials hold nothing that takes focus, and are hidden from screen readers.',
    features: ['api.HTMLElement.inert'],
  },
  {
    reason: 'React’s tables of events and properties, and what it asks for before use.',
    features: [
      'api.Element.auxclick_event',
      'api.Document.fullscreenchange_event',
      'api.Document.fullscreenerror_event',
      'api.HTMLElement.beforetoggle_event',
      'api.HTMLElement.dragexit_event',
      'api.CSSPageDescriptors.margin',
      'api.CSSPageDescriptors.marginBottom',
      'api.CSSPageDescriptors.marginTop',
      'api.CSSPageDescriptors.margin-bottom',
      'api.CSSPageDescriptors.margin-top',
      'api.CSSStyleDeclaration.cssFloat',
      'api.NavigateEvent.canIntercept',
      'api.Navigation.currentEntry',
      'api.Navigation.navigate_event',
      'api.Navigation.navigateerror_event',
      'api.Navigation.navigatesuccess_event',
      'api.Navigation.transition',
      'api.NetworkInformation.downlink',
      'api.PerformanceResourceTiming.transferSize',
      'api.ViewTransition.skipTransition',
      'api.Window.navigation',
      'api.Window.setImmediate',
      'javascript.builtins.Function.displayName',
    ],
  },
  {
    reason: 'Passkeys of supabase-js, which the shop does not use.',
    features: [
      'api.PublicKeyCredential.parseCreationOptionsFromJSON_static',
      'api.PublicKeyCredential.parseRequestOptionsFromJSON_static',
    ],
  },
  {
    reason: 'Names of our data, or of a package’s, that something newer has too.',
    features: [
      'api.AnimationEvent.animation',
      'api.Blob.bytes',
      'api.CSSPositionTryDescriptors.minHeight',
      'api.CropTarget.fromElement_static',
      'api.HID.connect_event',
      'api.HTMLElement.command_event',
      'api.HTMLInputElement.search_event',
      'api.HTMLLinkElement.blocking',
      'api.IntersectionObserver.delay',
      'api.ML.createContext',
      'api.NDEFReader.reading_event',
      'api.PerformanceResourceTiming.contentEncoding',
      'api.Profiler',
      'api.RTCDataChannel.closing_event',
      'api.RemotePlayback.connecting_event',
      'api.ServiceWorkerGlobalScope.sync_event',
      'api.ViewTransition',
      'api.WakeLockSentinel.release_event',
      'api.XRCompositionLayer.quality',
      'javascript.builtins.ArrayBuffer.resize',
    ],
  },
]

export const STYLE_EXCEPTIONS: Exception[] = [
  {
    reason: 'Metrics of the fallback font: without them a line may break elsewhere.',
    features: [
      'css.at-rules.font-face.ascent-override',
      'css.at-rules.font-face.descent-override',
      'css.at-rules.font-face.line-gap-override',
      'css.at-rules.font-face.size-adjust',
    ],
  },
  {
    reason: 'Neither value matches: the page with scripts is shown, with the headings of its tabs.',
    features: ['css.at-rules.media.scripting'],
  },
  {
    reason: 'Tailwind writes the same values in its layer of properties.',
    features: [
      'css.at-rules.property',
      'css.at-rules.property.inherits',
      'css.at-rules.property.initial-value',
      'css.at-rules.property.syntax',
    ],
  },
  {
    reason: 'Chrome 106 and 107: a dialog, or a short page, is as high as what it holds.',
    features: [
      'css.types.length.viewport_percentage_units_dynamic',
      'css.types.length.viewport_percentage_units_small',
    ],
  },
  {
    reason: 'With large text the bar of a product keeps its name, and is higher.',
    features: ['css.at-rules.container', 'css.properties.container-type'],
  },
  {
    reason: 'Pages change without a transition.',
    features: [
      'css.at-rules.view-transition',
      'css.at-rules.view-transition.navigation',
      'css.properties.view-transition-name',
      'css.selectors.view-transition-group',
    ],
  },
  {
    reason: 'Packing slips take the paper of the printer.',
    features: ['css.at-rules.page', 'css.at-rules.page.size', 'css.properties.page'],
  },
  {
    reason:
      'Marks the chosen size and stops scrolling behind a dialog. No list of selectors depends on it.',
    features: ['css.selectors.has'],
  },
  {
    reason: 'Where it is missing, Tab follows the order of the document.',
    features: ['css.properties.reading-flow'],
  },
  {
    reason: 'Inside `:is()`, which ignores what it does not know.',
    features: ['css.selectors.open', 'css.selectors.popover-open'],
  },
  {
    reason: 'Appearance only.',
    features: [
      'css.at-rules.media.forced-colors',
      'css.properties.content-visibility',
      'css.properties.float.inline-start',
      'css.properties.forced-color-adjust',
      'css.properties.scrollbar-width',
      'css.properties.text-wrap',
      'css.types.length.lh',
    ],
  },
]
