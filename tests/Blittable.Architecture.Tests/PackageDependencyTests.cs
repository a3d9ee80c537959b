using System.Xml.Linq;

namespace Blittable.Architecture.Tests;

/// <summary>Tests the check of package dependencies in <c>build/CheckPackages</c>.</summary>
public sealed class PackageDependencyTests
{
    [Theory]
    [InlineData("[0.1.0]", true)]
    [InlineData("[0.1.0, 0.1.0]", true)]
    [InlineData("[0.1.0-beta.1]", true)]
    [InlineData("0.1.0", false)]
    [InlineData("[0.1.0, )", false)]
    [InlineData("[0.1.0,)", false)]
    [InlineData("[0.1.0, 0.2.0)", false)]
    [InlineData("[0.1.0, 0.2.0]", false)]
    [InlineData("(0.1.0]", false)]
    [InlineData("[, 0.1.0]", false)]
    [InlineData("[,]", false)]
    [InlineData("[]", false)]
    [InlineData("", false)]
    public void A_package_that_uses_internals_depends_on_exactly_one_version(string version, bool isExact)
    {
        Assert.Equal(isExact, !DependencyCheck.Faults(Specification("Blittable.Collections", "blittable", version)).Any());
        Assert.Equal(isExact, !DependencyCheck.Faults(Specification("Blittable.DuckDB", "Blittable.Collections", version)).Any());
        Assert.Empty(DependencyCheck.Faults(Specification("Blittable.Npgsql", "Blittable", version)));
    }

    [Fact]
    public void A_package_that_uses_internals_has_a_dependency()
    {
        Assert.Single(DependencyCheck.Faults(Specification("Blittable.Dates", "Npgsql", "[1.0.0]")));
    }

    [Fact]
    public void The_packages_that_use_internals_are_known()
    {
        var packages = Directory.GetDirectories(Path.Combine(SourceTree.Root, "src")).Select(folder => Path.GetFileName(folder)).ToHashSet();
        var friends =
            from package in packages
            let project = Path.Combine(SourceTree.Root, "src", package, $"{package}.csproj")
            where File.Exists(project)
            from friend in XDocument.Load(project).Descendants("InternalsVisibleTo")
            let name = (string?)friend.Attribute("Include") ?? ""
            where packages.Contains(name)
            select (name, package);
        Assert.Equal(DependencyCheck.Friends.Order(), friends.Order());
    }

    private static XElement Specification(string id, string dependency, string version) => XElement.Parse(
        $"""<metadata xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"><id>{id}</id><dependencies><group><dependency id="{dependency}" version="{version}" /></group></dependencies></metadata>""");
}
