namespace Blittable.Datasets;

/// <summary>Generates names of people, companies and places. People and companies are composed at random, and cities are real.</summary>
internal sealed class Names
{
    private static readonly string[] Given = Words("""
        David John Michael Chris Mark Robert James Steve Peter Paul Brian Andrew Daniel Scott Kevin Eric Jeff Richard Thomas
        Matt William Jason Tom Greg Alex Adam Ben Ryan Tim Joe Mike Jonathan Bill Patrick Gary Anthony Sarah Laura Jennifer
        Michelle Lisa Karen Susan Julie Anna Maria Elena Wei Li Jun Hiroshi Yuki Amit Raj Sanjay Priya Anil Deepak Omar Ali
        Yusuf Fatima Jürgen Björn Søren François René José Álvaro João Zoë Chloé Renée Łukasz Ivan Olga Dmitri Noah Moshe
        Eitan Ravi Chen Ming Kenji Akira Luis Carlos Pablo Diego Sven Lars Erik Niels Hans Klaus Stefan Marco Luca Giulia
        Emma Olivia Grace Hannah Rachel Rebecca Emily Kate Nicole Amy Heather Megan Ian Neil Colin Stuart Graham Simon Nigel
        """);

    private static readonly string[] Family = Words("""
        Smith Johnson Lee Brown Miller Jones Davis Williams Wilson Chen Wang Anderson Martin Cohen Taylor Thompson Moore White
        Clark Lewis Walker Hall Young King Wright Hill Green Adams Baker Nelson Carter Mitchell Roberts Turner Phillips
        Campbell Parker Evans Edwards Collins Stewart Morris Rogers Reed Cook Morgan Bell Murphy Bailey Cooper Richardson Cox
        Howard Ward Peterson Gray James Watson Brooks Kelly Sanders Price Bennett Wood Barnes Ross Henderson Coleman Jenkins
        Perry Powell Long Patterson Hughes Flores Washington Butler Simmons Foster Bryant Russell Griffin Hayes Singh Patel
        Shah Gupta Kumar Sharma Mehta Rao Iyer Tanaka Suzuki Sato Watanabe Kim Park Choi Nguyen Tran Zhang Liu Huang Zhao Wu
        Müller Schmidt Schneider Fischer Weber Becker Schäfer Köhler García Rodríguez Martínez Fernández Gómez Díaz Muñoz
        Rossi Bianchi Ferrari Dubois Lefèvre Moreau Girard O'Brien O'Connor McDonald Jansen Bakker Larsen Hansen Nilsson
        Johansson Lindqvist Virtanen Novák Kowalski Nowak Ivanov Petrov Levy Mizrahi Friedman Goldberg Rosen Stein Katz Weiss
        """);

    private static readonly string[] Starts = Words("""
        Ze No Vi Lu Ta Mo Ka Quo Fli Blu Tri Sno Ad Ap Cli Dri Swi Sto Pla Gro Spo Tru Zo Ja Ro Me So Co Bra Ver Del Nex Syn
        Omni Pix Link Data Net Web Cloud Med Bio Geo Eco Info Tele Opti Micro Nano Inter Vita Aero Red Blue Open Smart Quick
        Bright Clear True Social Photo Video Ticket Travel Home Shop Food Game Health Pay Ad Mobi Snap Buzz Hub Spot Key
        """);

    private static readonly string[] Middles = Words("ba li ro ne va do mi ta ku zi ri lo na po te sa vo ge ly ra no ve di");

    private static readonly string[] Ends = Words("""
        ly io ia ra ster va zo tek soft ware works labs net space hub box feed cast point wise logic metrics media tics
        genics gen form flow sense wire path bridge board stream link base mark loop grid scape folio verse nest ify pad
        """);

    private static readonly string[] Suffixes = ["", "", "", "", " Inc", " Technologies", " Systems", " Labs", " Media", " Networks", " Software", " Group"];

    private static readonly string[] InvestorKinds = ["Capital", "Ventures", "Partners", "Venture Partners", "Angels", "Equity", "Investments", "Growth Fund"];

    private readonly RandomSource _random;

    /// <summary>The people that documents refer to repeatedly, most frequent first. This also applies to companies and investors.</summary>
    private readonly (string First, string Last)[] _people;
    private readonly string[] _companies;
    private readonly string[] _investors;

    public Names(RandomSource random, int companies)
    {
        _random = random;
        _people = [.. Enumerable.Range(0, companies * 2).Select(_ => (random.PickRanked(Given), random.PickRanked(Family)))];
        _companies = [.. Enumerable.Range(0, companies).Select(_ => NewCompany())];
        _investors = [.. Enumerable.Range(0, Math.Max(10, companies / 8)).Select(_ => $"{NewWord()} {random.PickRanked(InvestorKinds)}")];
    }

    public (string First, string Last) Person() => _random.PickRanked(_people);

    public string Company() => _random.PickRanked(_companies);

    public string Company(int index) => _companies[index];

    public string Investor() => _random.PickRanked(_investors);

    public City City() => _random.PickRanked(Datasets.City.All);

    public string NewWord()
    {
        string middle = _random.Chance(0.4) ? _random.Pick(Middles) : "";
        return _random.Pick(Starts) + middle + _random.Pick(Ends);
    }

    private string NewCompany() => NewWord() + _random.Pick(Suffixes);

    private static string[] Words(string text) => text.Split((char[])[' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries);
}
