namespace Dapplex
{
    /// <summary>What may be run in order to show a value.</summary>
    internal sealed class ReadRules
    {
        /// <summary>
        /// Nothing of the program's own code. Of its <c>[DebuggerDisplay]</c> that leaves fields, automatic properties and what the
        /// runtime's own types have.
        /// </summary>
        public static readonly ReadRules Listing = new ReadRules(false, false);

        public ReadRules(bool allowSideEffects, bool raw)
        {
            AllowSideEffects = allowSideEffects;
            Raw = raw;
        }

        /// <summary>Property getters, ToString and enumerators of the program may run.</summary>
        public bool AllowSideEffects { get; }

        /// <summary>Fields as they are: no items, no display attributes, no proxies.</summary>
        public bool Raw { get; }

        public static ReadRules From(Query query) => new ReadRules(query.Flag("sideEffects"), query.Flag("raw"));
    }
}
